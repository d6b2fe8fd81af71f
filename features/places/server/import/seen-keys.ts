import { DAY_MS } from '#common/dates.ts';

/**
 * Remembers the line on which each key first occurred. The table takes 14 bytes per slot, whatever the length of the
 * key.
 */
export type SeenKeys = {
  /**
   * Returns the line on which the key first occurred, and whether this row is the newest row of the key. If several
   * rows have the same date, the first of them counts as the newest.
   * @param line line number, from 1
   * @param day YYYY-MM-DD; null counts as older than any day
   */
  see: (key: string, line: number, day: string | null) => { firstLine: number; isNewest: boolean };
};

/**
 * Creates an open-addressing table of 64-bit fingerprints. For three million keys, the chance that two of them have
 * the same fingerprint is one in four million. The second of the two rows would then be reported as a repetition.
 * @param expected approximate number of keys. If there are more keys, the table grows. While it grows, the old and
 * the new table are both in memory.
 */
export function seenKeys(expected: number): SeenKeys {
  let slots = 2 ** Math.max(16, Math.ceil(Math.log2(expected / FILLED)));
  let used = 0;
  let highs = new Uint32Array(slots);
  let lows = new Uint32Array(slots);
  /** The line on which the key of each slot first occurred; 0 if the slot is free. */
  let lines = new Uint32Array(slots);
  let days = new Uint16Array(slots);

  const slotOf = (high: number, low: number) => {
    let slot = low & (slots - 1);
    while (lines[slot] !== 0 && (highs[slot] !== high || lows[slot] !== low)) slot = (slot + 1) & (slots - 1);
    return slot;
  };
  const grow = () => {
    const old = { highs, lows, lines, days };
    slots *= 2;
    highs = new Uint32Array(slots);
    lows = new Uint32Array(slots);
    lines = new Uint32Array(slots);
    days = new Uint16Array(slots);
    for (let at = 0; at < old.lines.length; at++) {
      if (old.lines[at] === 0) continue;
      const slot = slotOf(old.highs[at] as number, old.lows[at] as number);
      highs[slot] = old.highs[at] as number;
      lows[slot] = old.lows[at] as number;
      lines[slot] = old.lines[at] as number;
      days[slot] = old.days[at] as number;
    }
  };

  return {
    see: (key, line, day) => {
      const [high, low] = fingerprint(key);
      const slot = slotOf(high, low);
      const daysNow = day === null ? 0 : dayNumber(day);
      const firstLine = lines[slot] as number;
      if (firstLine !== 0) {
        const isNewest = (days[slot] as number) < daysNow;
        if (isNewest) days[slot] = daysNow;
        return { firstLine, isNewest };
      }
      highs[slot] = high;
      lows[slot] = low;
      lines[slot] = line;
      days[slot] = daysNow;
      if (slots * FILLED < ++used) grow();
      return { firstLine: line, isNewest: true };
    },
  };
}

/** The maximum share of used slots. If the share is higher, the table grows. */
const FILLED = 0.7;

/** Returns the number of days since the end of 1899, which fits into 16 bits until 2079. */
const dayNumber = (day: string) => Math.floor(Date.parse(day) / DAY_MS) + 25_568;

/** Returns two independent 32-bit hashes, computed with FNV-1a and the mixing of Murmur. */
function fingerprint(key: string): [number, number] {
  let high = 0x811c9dc5;
  let low = key.length;
  for (let at = 0; at < key.length; at++) {
    const unit = key.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    low = (low << 13) | (low >>> 19);
  }
  low = Math.imul(low ^ (low >>> 16), 0xc2b2ae35);
  return [high >>> 0, (low ^ (low >>> 13)) >>> 0];
}
