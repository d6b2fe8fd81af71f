import { useQuery } from '@tanstack/react-query';
import type { Me } from '#features/account/account.contract.ts';
import { meQuery } from './account.queries.ts';

export { meQuery } from './account.queries.ts';
export { notifyOtherTabs } from '../sessions/web/other-tabs.ts';

/**
 * The signed-in person. Pages under /app render only for members, so null means that the person has just signed out.
 */
export const useMe = (): Me | null => useQuery(meQuery).data ?? null;

/** False until the query for the signed-in person has finished. */
export const useIsSessionResolved = (): boolean => !useQuery(meQuery).isPending;
