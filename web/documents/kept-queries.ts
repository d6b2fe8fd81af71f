import type { QueryKey } from '@tanstack/react-query';

/** The key of the signed-in account (`meQuery` in features/account). Its data is null for a visitor. */
export const ME_KEY = ['me'] as const;

/**
 * Patterns of the keys of core documents, which are never dropped to make room for other documents. `*` matches any one
 * part.
 */
const CORE: readonly QueryKey[] = [
  ME_KEY,
  ['site'],
  ['categories'],
  ['my-restaurants'],
  ['journal', 'document'],
  ['provided-restaurants'],
];
const OTHERS: readonly QueryKey[] = [
  ['restaurants', '*'],
  ['journal', 'entry', '*'],
  ['places', 'seen'],
  ['official-badges', 'mine'],
  ['follows'],
  ['journal-feed'],
  ['shared-lists', '*'],
  ['list-shares'],
  ['taken-from', '*'],
  ['collection', '*'],
  ['collections'],
  ['security'],
  ['devices'],
  ['api-tokens'],
  ['membership', 'payments'],
  ['notifications', 'list'],
];

/**
 * Patterns of the keys of data of other people. Access to this data can end: a member leaves a collection, or a link is
 * paused.
 */
const WITHDRAWABLE: readonly QueryKey[] = [
  ['collection', '*'],
  ['shared-lists', '*'],
];

/** The patterns of all kept documents. */
export const KEPT: readonly QueryKey[] = [...CORE, ...OTHERS];

const fits = (key: QueryKey) => (pattern: QueryKey) =>
  pattern.length === key.length && pattern.every((part, at) => part === '*' || part === key[at]);

export const isCore = (key: QueryKey): boolean => CORE.some(fits(key));
export const isWithdrawable = (key: QueryKey): boolean => WITHDRAWABLE.some(fits(key));
export const isKept = (key: QueryKey): boolean => KEPT.some(fits(key));
