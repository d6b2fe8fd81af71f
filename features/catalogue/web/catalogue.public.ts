import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { getLocale } from '#messages/runtime.js';
import type * as contract from '#features/catalogue/catalogue.contract.ts';
import { translatedCategory } from '#features/catalogue/category-names.public.ts';
import { categoriesQuery } from './categories.public.ts';

type Category = contract.Category;

export type Categories = {
  /** The categories in the order of the catalogue; empty until they are loaded. */
  list: readonly Category[];
  /** Returns the localized name of a category; 미분류 for null and for unknown ids, a blank while loading. */
  nameOf: (categoryId: string | null) => string;
  /**
   * Returns the localized name of the category of a found place. For a place without a category it returns the kind
   * that the maps service states. The kind is Korean, so the result is null in other languages.
   */
  kindOf: (place: FoundPlace) => string | null;
  /** The error of the request. Without categories, all restaurants are displayed as 미분류. */
  error: Error | null;
  refetchList: () => void;
};

type FoundPlace = { categoryId?: string | null | undefined; kind: string | null };

export function useCategories(): Categories {
  const { data, error, refetch } = useQuery({ ...categoriesQuery, select: withNames });
  return { ...(data ?? (error ? NO_CATEGORIES : LOADING)), error, refetchList: () => void refetch() };
}

/**
 * Adds the names. The function is defined outside the hook: because its identity does not change, the query calls it
 * only once per response.
 */
function withNames(list: readonly Category[]) {
  const names = new Map(list.map((category) => [category.id, nameOnScreen(category)]));
  const known = (categoryId: string | null) => (categoryId === null ? undefined : names.get(categoryId));
  return {
    list,
    nameOf: (categoryId: string | null) => known(categoryId) ?? m.catalogue_uncategorised(),
    kindOf: ({ categoryId = null, kind }: FoundPlace) =>
      known(categoryId) ?? (getLocale() === 'ko' ? kind : null),
  };
}

const NO_CATEGORIES = withNames([]);

/** A blank name keeps the height of its line. */
const LOADING = {
  ...NO_CATEGORIES,
  nameOf: (categoryId: string | null) => (categoryId === null ? m.catalogue_uncategorised() : '\u00a0'),
};

const nameOnScreen = ({ id, name }: Category): string =>
  getLocale() === 'ko' ? name : (translatedCategory(id) ?? name);
