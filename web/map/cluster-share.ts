import type { PinKind } from './map.ts';

export type PinCounts = Record<PinKind, number>;

/**
 * Divides `slots` among the kinds of pins, in whole numbers. Each kind that occurs gets at least one slot. The method
 * of the largest remainder distributes the remaining slots. Without pins, every share is 0.
 */
export function clusterShares({ counts, slots }: { counts: PinCounts; slots: number }): PinCounts {
  const kinds = (['todo', 'done', 'prov'] as const).filter((kind) => counts[kind] > 0);
  const shares: PinCounts = { todo: 0, done: 0, prov: 0 };
  if (kinds.length === 0) return shares;

  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const spare = slots - kinds.length;
  const wanted = kinds.map((kind) => ({ kind, exact: (counts[kind] / total) * slots - 1 }));
  const positive = wanted.reduce((sum, { exact }) => sum + Math.max(0, exact), 0);
  const scaled = wanted.map(({ kind, exact }) => ({
    kind,
    exact: positive > 0 ? (Math.max(0, exact) / positive) * spare : 0,
  }));
  for (const { kind, exact } of scaled) shares[kind] = 1 + Math.floor(exact);

  const left = slots - kinds.reduce((sum, kind) => sum + shares[kind], 0);
  const byRemainder = scaled.toSorted((one, other) => (other.exact % 1) - (one.exact % 1));
  for (const { kind } of byRemainder.slice(0, left)) shares[kind] += 1;
  return shares;
}
