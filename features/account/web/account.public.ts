import { useQuery } from '@tanstack/react-query';
import type { Me } from '#features/account/account.contract.ts';
import { meQuery } from './account.queries.ts';

export { meQuery } from './account.queries.ts';
export { tellOtherTabs } from './other-tabs.ts';

/** Who is signed in. Every page under /app has asked before it shows, so that null means signed out a moment ago. */
export const useMe = (): Me | null => useQuery(meQuery).data ?? null;

/** False until it is known whether somebody is signed in. */
export const useIsMeKnown = (): boolean => !useQuery(meQuery).isPending;
