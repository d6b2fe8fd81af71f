import { useQuery } from '@tanstack/react-query';
import type { Me } from '#features/account/account.contract.ts';
import { meQuery } from './account.queries.ts';

export { meQuery } from './account.queries.ts';
export { notifyOtherTabs } from '../sessions/web/other-tabs.ts';

/**
 * Returns the signed-in member. Pages under /app render only for members. Therefore null means that the person has just
 * signed out.
 */
export const useMe = (): Me | null => useQuery(meQuery).data ?? null;

export const useIsSessionResolved = (): boolean => !useQuery(meQuery).isPending;
