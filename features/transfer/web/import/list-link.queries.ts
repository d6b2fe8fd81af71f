import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import { importListLink } from '#features/transfer/list-links.contract.ts';
import { call } from '#web/api.ts';
import { numberOf } from '#web/number-of.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { importsQuery } from './imports.queries.ts';

/** Time limit of the request in milliseconds. The server needs less time, even for the longest list. */
const TIMEOUT_MS = 45_000;

/** Adds the places of a shared list to the member's import. A repeated call adds nothing. */
export function useImportListLink() {
  const client = useQueryClient();
  return useMutation({
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
