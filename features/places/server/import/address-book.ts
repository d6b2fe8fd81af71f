import type { Coordinates } from '#common/geo.ts';
import { letterKey } from '#common/korean.ts';
import { splitAddress } from '#features/places/addresses.rules.ts';
import { locationNames } from '#features/places/location-names.rules.ts';
import { cellOf, UNKNOWN_CELL, indexPointOf } from '#features/places/server/cells.ts';
import type { AddressWord } from './store-places.ts';

/**
 * `locationWords` and `wordKeys` with a cache, for millions of addresses. Also records in which cells a word is new.
 */
export type AddressBook = {
  /** The words of a place's addresses as `wordKeys` writes them. */
  wordsOfAddresses: (addresses: readonly string[], point: Coordinates | null) => string;
  /** Pairs of word and cell that occurred for the first time since the last call. */
  takeNewPairs: () => AddressWord[];
};

/**
 * What is known of a word. Most consecutive rows belong to the same area, so `latestCell` saves most look-ups in
 * `cells`.
 */
type Entry = { keys: readonly string[]; cells: Set<number>; latestCell: number };

export function addressBook(): AddressBook {
  const entries = new Map<string, Entry>();
  let newPairs: AddressWord[] = [];

  const entryOf = (word: string) => {
    const known = entries.get(word);
    if (known !== undefined) return known;
    const entry: Entry = { keys: locationNames(word).map(letterKey), cells: new Set(), latestCell: -1 };
    // Copies the word, which is a slice of a large string. A reference to the slice would keep the whole string in
    // memory.
    entries.set(Buffer.from(word).toString(), entry);
    return entry;
  };

  return {
    wordsOfAddresses: (addresses, point) => {
      const cell = point === null ? UNKNOWN_CELL : cellOf(indexPointOf(point));
      const found = new Set<string>();
      for (const address of addresses) {
        for (const word of splitAddress(address)) {
          if (!startsWithHangul(word)) continue;
          const entry = entryOf(word);
          const { keys, cells } = entry;
          if (keys.length === 0) continue;
          if (cell !== entry.latestCell) {
            entry.latestCell = cell;
            if (!cells.has(cell)) for (const key of keys) newPairs.push({ word: key, cell });
            cells.add(cell);
          }
          for (const key of keys) found.add(key);
        }
      }
      let text = '';
      for (const key of found) text += ` ${key}`;
      return text;
    },
    takeNewPairs: () => {
      const taken = newPairs;
      newPairs = [];
      return taken;
    },
  };
}

function startsWithHangul(word: string): boolean {
  const code = word.charCodeAt(0);
  return 0xac00 <= code && code <= 0xd7a3;
}
