import type { QueryClient } from '@tanstack/react-query';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import { myOfficialBadgesQuery } from './official-badges.queries.ts';

/** Returns the official lists of each place of my list. */
export async function readMyLists(
  client: QueryClient,
): Promise<ReadonlyMap<string, readonly OfficialList[]>> {
  const lists = new Map<string, OfficialList[]>();
  for (const { placeId, list } of await client.fetchQuery(myOfficialBadgesQuery))
    lists.set(placeId, [...(lists.get(placeId) ?? []), list]);
  return lists;
}
