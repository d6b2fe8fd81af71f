import { type RawBuilder, sql } from 'kysely';
import { FORMER_REGION_NAMES, PROVINCES } from '#common/regions.ts';
import { wordKeys } from '#features/places/addresses.rules.ts';
import { locationKey } from './search-words.ts';

const provinceKeys = wordKeys(PROVINCES.map(({ name }) => name)).split(' ');

/**
 * SQL for: a word of the addresses of a place begins with the typed word. 전남광주통합특별시 does not count for 전남, because 전남 is
 * only a part of it. The addresses of that part also contain the former name.
 * @param addressWords the column `address_words`
 */
export function beginsAddressWord(addressWords: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const key = locationKey(typed);
  if (key === '') return sql<boolean>`false`;
  const ignored = FORMER_REGION_NAMES.provinces.includes(typed) ? provinceKeys : [];
  return sql<boolean>`exists (
    select from unnest(string_to_array(${addressWords}, ' ')) as word
    where starts_with(word, ${key}) and word <> all(${ignored}::text[]))`;
}
