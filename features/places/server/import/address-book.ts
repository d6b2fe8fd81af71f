import type { Coordinates } from '#common/geo.ts';
import { letterKey } from '#common/korean-keys.ts';
import { otherRegionNames } from '#common/regions.ts';
import { splitAddress } from '#features/places/addresses.rules.ts';
import { locationNames } from '#features/places/location-names.rules.ts';
import { cellOf, UNKNOWN_CELL, indexPointOf } from '#features/places/server/search/cells.ts';
import type { AddressWord } from './store-places.ts';

/**
 * Computes `locationWords` and `wordKeys` for millions of addresses, with a cache of words. The address book also
 * records the cells in which each word occurs.
 */
export type AddressBook = {
  /** Returns the words of the addresses of a place in the format of `wordKeys`. */
  wordsOfAddresses: (addresses: readonly string[], point: Coordinates | null) => string;
  /** Returns the pairs of a word and a cell that occurred for the first time since the last call. */
  takeNewPairs: () => AddressWord[];
};

/**
 * The cached data of a word. Most consecutive rows belong to the same area. Therefore comparing with `latestCell`
 * avoids most look-ups in `cells`.
 */
type Entry = { keys: readonly string[]; cells: Set<number>; latestCell: number };

export function addressBook(): AddressBook {
  const entries = new Map<string, Entry>();
  let newPairs: AddressWord[] = [];

  const entryOf = (word: string) => {
    const known = entries.get(word);
    if (known !== undefined) return known;
    const entry: Entry = { keys: locationNames(word).map(letterKey), cells: new Set(), latestCell: -1 };
    // The word is a slice of a large string. A stored slice would keep the whole string in memory, so the word is
    // copied.
    entries.set(Buffer.from(word).toString(), entry);
    return entry;
  };

  return {
    wordsOfAddresses: (addresses, point) => {
      const cell = point === null ? UNKNOWN_CELL : cellOf(indexPointOf(point));
      const found = new Set<string>();
      const add = (word: string) => {
        const entry = entryOf(word);
        const { keys, cells } = entry;
        if (keys.length === 0) return;
        if (cell !== entry.latestCell) {
          entry.latestCell = cell;
          if (!cells.has(cell)) for (const key of keys) newPairs.push({ word: key, cell });
          cells.add(cell);
        }
        for (const key of keys) found.add(key);
      };
      for (const address of addresses)
        for (const word of splitAddress(address)) if (startsWithHangul(word)) add(word);
      for (const name of otherRegionNames(addresses)) add(name);
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
