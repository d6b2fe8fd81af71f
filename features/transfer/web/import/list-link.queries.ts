import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { m } from '#messages';
import { importListLink } from '#features/transfer/list-links.contract.ts';
import { ApiProblem, call } from '#web/api.ts';
import { numberOf } from '#web/number-of.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { importsQuery } from './imports.queries.ts';

/** Time limit of the request in milliseconds. The server needs less time, even for the longest list. */
const TIMEOUT_MS = 45_000;

const LIST_LINKS = ['list-links'] as const;
type ImportedList = z.output<(typeof importListLink)['schema']['response'][200]>;

/** Returns the lists that were added to these imports since the page was loaded, from this screen or from a pasted text. */
export const useImportedLists = (importIds: readonly string[]): ImportedList['list'][] =>
  useMutationState({
    filters: { mutationKey: LIST_LINKS, status: 'success' },
    select: ({ state }) => state.data as ImportedList,
  })
    .filter((added) => importIds.includes(added.import.id))
    .map(({ list }) => list);

/** Adds the places of a shared list to the member's import. A repeated call adds nothing. */
export function useImportListLink() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: LIST_LINKS,
    // The answers are kept, because the import lists what was left out as long as it is shown.
    gcTime: Infinity,
    mutationFn: (link: string) => call(importListLink, { body: { link }, timeoutMilliseconds: TIMEOUT_MS }),
    onSuccess: ({ list: { name, places, leftOut } }) => {
      const count = numberOf(places);
      const read =
        name === '' ? m.transfer_files_read({ count }) : m.transfer_list_link_read({ name, count });
      const rest = leftOut > 0 ? ` ${m.transfer_list_link_left_out({ count: numberOf(leftOut) })}` : '';
      showToast(read + rest);
    },
    // Invalidates the rows too, because the places may have been added to an open import.
    onSettled: () => client.invalidateQueries({ queryKey: importsQuery.queryKey }),
  });
}

/** Returns the page to which a link leads that is not the link of a list; null for any other error. */
export function pageInsteadOfList(error: unknown): string | null {
  const isNotList = error instanceof ApiProblem && error.code === 'transfer.link_not_list';
  return isNotList && typeof error.params.page === 'string' ? error.params.page : null;
}
