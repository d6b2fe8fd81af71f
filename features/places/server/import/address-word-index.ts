import type { Coordinates } from '#common/geo.ts';
import { letterKey } from '#common/korean-keys.ts';
import { otherRegionNames } from '#common/regions.ts';
import { splitAddress } from '#features/places/addresses.rules.ts';
import { locationNames } from '#features/places/location-names.rules.ts';
import { cellOf, UNKNOWN_CELL, indexPointOf } from '#features/places/server/search/cells.ts';
import type { AddressWord } from './store-places.ts';

/**
 * Returns the same as `wordKeys(locationWords(addresses))` in addresses.rules.ts, with a cache of words for the millions
 * of addresses of the register, which contain no country. Words that do not start with Hangul name no location and are
 * not cached. The index also records the cells in which each word occurs.
 */
export type AddressWordIndex = {
  /** Records the words of the addresses of a place, and returns them in the format of `wordKeys`. */
  addAddresses: (addresses: readonly string[], point: Coordinates | null) => string;
  /** Returns the pairs of a word and a cell that occurred for the first time since the last call. */
  takeNewPairs: () => AddressWord[];
};

/**
 * The cached data of a word. Most consecutive rows belong to the same area. Therefore comparing with `latestCell`
 * avoids most look-ups in `cells`.
 */
type CachedWord = { keys: readonly string[]; cells: Set<number>; latestCell: number | null };

export function createAddressWordIndex(): AddressWordIndex {
  const entries = new Map<string, CachedWord>();
  let newPairs: AddressWord[] = [];

  const entryOf = (word: string) => {
    const cached = entries.get(word);
    if (cached !== undefined) return cached;
    const entry: CachedWord = {
      keys: locationNames(word).map(letterKey),
      cells: new Set(),
      latestCell: null,
    };
    // The word is a slice of a large string. A stored slice would keep the whole string in memory, so the word is
    // copied.
    entries.set(Buffer.from(word).toString(), entry);
    return entry;
  };

  return {
    addAddresses: (addresses, point) => {
      const cell = point === null ? UNKNOWN_CELL : cellOf(indexPointOf(point));
      const placeKeys = new Set<string>();
      const addWord = (word: string) => {
        const entry = entryOf(word);
        const { keys, cells } = entry;
        if (keys.length === 0) return;
        if (cell !== entry.latestCell) {
          entry.latestCell = cell;
          if (!cells.has(cell)) for (const key of keys) newPairs.push({ word: key, cell });
          cells.add(cell);
        }
        for (const key of keys) placeKeys.add(key);
      };
      for (const address of addresses)
        for (const word of splitAddress(address)) if (startsWithHangul(word)) addWord(word);
      for (const name of otherRegionNames(addresses)) addWord(name);
      let text = '';
      for (const key of placeKeys) text += ` ${key}`;
      return text;
    },
    takeNewPairs: () => {
      const pairs = newPairs;
      newPairs = [];
      return pairs;
    },
  };
}

function startsWithHangul(word: string): boolean {
  const code = word.charCodeAt(0);
  return 0xac00 <= code && code <= 0xd7a3;
}
