import { queryOptions } from '@tanstack/react-query';

/** The official lists of each place of my list, for the filter. Its code is loaded after the list. */
export const myOfficialListsQuery = queryOptions({
  queryKey: ['official-badges', 'lists'],
  queryFn: async ({ client }) => (await import('./read-my-lists.ts')).readMyLists(client),
  structuralSharing: false,
});
