import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { getLocale } from '#messages/runtime.js';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import { categoriesQuery } from './catalogue.queries.ts';

export { categoriesQuery };

export type Categories = {
  /** By the catalogue's order; empty until they are known. */
  list: readonly Category[];
  /** The name to show, in the reader's language; 미분류 for null and for an id that is not in the catalogue. */
  nameOf: (categoryId: string | null) => string;
  /** Why they could not be read. Everything works without them, under 미분류. */
  error: Error | null;
};

/** The categories and their names on screen. */
export function useCategories(): Categories {
  const { data, error } = useQuery({ ...categoriesQuery, select: withNames });
  return { ...(data ?? NONE_YET), error };
}

/** The same for every reader of one answer, so that what is computed from it is computed once. */
function withNames(list: readonly Category[]) {
  const names = new Map(list.map((category) => [category.id, nameOnScreen(category)]));
  const nameOf = (categoryId: string | null) =>
    (categoryId !== null && names.get(categoryId)) || m.catalogue_uncategorised();
  return { list, nameOf };
}

const NONE_YET = withNames([]);

/** The catalogue is Korean, and the admin may rename a category; other languages have names for those it came with. */
function nameOnScreen({ id, name }: Category): string {
  return getLocale() === 'ko' ? name : (TRANSLATED[id]?.() ?? name);
}

const TRANSLATED: Readonly<Record<string, () => string>> = {
  korean: m.catalogue_korean,
  grill: m.catalogue_grill,
  seafood: m.catalogue_seafood,
  noodles: m.catalogue_noodles,
  soup: m.catalogue_soup,
  bunsik: m.catalogue_bunsik,
  chinese: m.catalogue_chinese,
  japanese: m.catalogue_japanese,
  western: m.catalogue_western,
  asian: m.catalogue_asian,
  'fast-food': m.catalogue_fast_food,
  cafe: m.catalogue_cafe,
  bakery: m.catalogue_bakery,
  bar: m.catalogue_bar,
  other: m.catalogue_other,
};
