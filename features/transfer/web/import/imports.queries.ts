import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#messages';
import { refetchCollections } from '#features/collections/web/collections.public.ts';
import { refetchMyList } from '#features/restaurants/web/restaurants.public.ts';
import {
  addImportRows,
  cancelImport,
  changeImport,
  changeImportRows,
  deleteImport,
  IMPORT_ROWS_AT_ONCE,
  type ImportFields,
  type ImportRow,
  listImportRows,
  listImports,
  matchImportRows,
  type PlaceImport,
  type RowChange,
  saveImport,
  undoImport,
} from '#features/transfer/imports.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import type { NewRow } from '#features/transfer/new-rows.ts';

const IMPORTS = ['place-imports'] as const;
const rowsKey = (importId: string) => [...IMPORTS, importId, 'rows'] as const;

const POLL_MS = 1_000;
const isBusy = ({ state }: PlaceImport) => state === 'saving' || state === 'undoing';

/**
 * Query for my imports, the open import first. While a job runs, the imports are polled. When the job ends, the rows,
 * the member's list and the collections are fetched again.
 */
export const importsQuery = queryOptions({
  queryKey: IMPORTS,
  queryFn: async ({ signal, client }) => {
    const before = client.getQueryData<PlaceImport[]>(IMPORTS) ?? [];
    const { imports } = await call(listImports, { signal });
    const hasEnded = before.some(
      (each) => isBusy(each) && !imports.some((now) => now.id === each.id && isBusy(now)),
    );
    // Fetches the new rows before the state of the import is returned. Therefore the screen shows the progress until
    // the new rows are loaded.
    if (hasEnded) await readAgain(client);
    return imports;
  },
  refetchInterval: ({ state }) => (state.data?.some(isBusy) ? POLL_MS : false),
  refetchOnWindowFocus: 'always',
});

const readAgain = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === IMPORTS[0] && queryKey[2] === 'rows',
    }),
    refetchMyList(client),
    refetchCollections(client),
  ]);

/** Query for all rows of an import. The rows are fetched page by page. */
export const rowsQuery = (importId: string) =>
  queryOptions({
    queryKey: rowsKey(importId),
    queryFn: async ({ signal }) => {
      const all: ImportRow[] = [];
      for (;;) {
        const { rows } = await call(listImportRows, {
          params: { importId },
          querystring: { after: all.at(-1)?.position ?? -1 },
          signal,
        });
        all.push(...rows);
        if (rows.length < IMPORT_ROWS_AT_ONCE) return all;
      }
    },
    structuralSharing: false,
    refetchOnMount: 'always',
  });

const MATCHING_POLL_MS = 2_000;

/**
 * Sends one request after another to match rows, until no row is waiting. The screen may then still show unmatched
 * rows, because another device has matched them or they were changed during the last request. In this case, the rows
 * are fetched and the matching is repeated.
 */
export function useMatching({ importId, isWanted }: { importId: string; isWanted: boolean }) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...IMPORTS, importId, 'matching'],
    queryFn: async ({ signal }) => {
      for (;;) {
        const { rows } = await call(matchImportRows, { params: { importId }, signal });
        if (rows.length === 0) break;
        mergeRows(client, importId, rows);
      }
      const shown = client.getQueryData(rowsQuery(importId).queryKey);
      if (shown?.some(({ match, restaurantId }) => match === null && restaurantId === null))
        await client.invalidateQueries({ queryKey: rowsKey(importId) });
      return null;
    },
    enabled: isWanted,
    gcTime: 0,
    // The matching is repeated regularly, so that rows that are added or changed later are matched too.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'success' ? MATCHING_POLL_MS : false),
    // Repeats a request that was refused because of the rate limit. Rows that were matched stay matched.
    retry: (count, problem) => count < 20 && problem.code === 'request.too_many',
    retryDelay: 5_000,
  });
}

function mergeRows(client: QueryClient, importId: string, changed: readonly ImportRow[]): void {
  const byPosition = new Map(changed.map((row) => [row.position, row]));
  client.setQueryData(rowsQuery(importId).queryKey, (rows) =>
    rows?.map((row) => byPosition.get(row.position) ?? row),
  );
}

/** Writes are sent one after another. Therefore the later of two quick changes wins. */
const write = { scope: { id: IMPORTS[0] } } as const;

const failed = (error: Error) => showToast(messageOf(error), { kind: 'alert' });

/**
 * Adds rows to the open import, in several requests if there are many. The result is the number of rows that were new
 * to the import.
 */
export function useAddRows() {
  const client = useQueryClient();
  return useMutation({
    ...write,
    meta: { signInSentence: m.account_needed_to_add_restaurant },
    mutationFn: async (rows: readonly NewRow[]) => {
      const open = client.getQueryData(importsQuery.queryKey)?.find(({ state }) => state !== 'done');
      const before = open?.rowCount ?? 0;
      let now = before;
      for (let at = 0; at < rows.length; at += IMPORT_ROWS_AT_ONCE) {
        const body = { rows: rows.slice(at, at + IMPORT_ROWS_AT_ONCE) };
        now = (await call(addImportRows, { body })).rowCount;
      }
      return now - before;
    },
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: IMPORTS }),
  });
}

type Changes = readonly RowChange[];

/**
 * Changes rows. The next render already shows the changes, so that a checkbox does not flicker. If the server rejects
 * the changes, the rows are fetched again.
 */
export function useChangeRows(importId: string) {
  const client = useQueryClient();
  const [sending, setSending] = useState<readonly Changes[]>([]);
  const { mutate } = useMutation({
    ...write,
    mutationFn: async (changes: Changes) => {
      for (let at = 0; at < changes.length; at += IMPORT_ROWS_AT_ONCE) {
        const body = { changes: changes.slice(at, at + IMPORT_ROWS_AT_ONCE) };
        mergeRows(client, importId, (await call(changeImportRows, { params: { importId }, body })).rows);
      }
    },
    onError: (error) => {
      failed(error);
      return client.invalidateQueries({ queryKey: rowsKey(importId) });
    },
    onSettled: (_data, _error, changes) => setSending((all) => all.filter((each) => each !== changes)),
  });
  return {
    change: (changes: Changes) => {
      setSending((all) => [...all, changes]);
      mutate(changes);
    },
    /** Returns the rows with the changes that are being sent. */
    withChanges: (rows: readonly ImportRow[]): readonly ImportRow[] =>
      sending.length === 0 ? rows : changed(rows, sending.flat()),
  };
}

function changed(rows: readonly ImportRow[], changes: Changes): readonly ImportRow[] {
  const byPosition = new Map<number, ImportRow>();
  const known = new Map(rows.map((row) => [row.position, row]));
  for (const { position, place, fields, choice, isChecked } of changes) {
    const row = byPosition.get(position) ?? known.get(position);
    if (!row) continue;
    byPosition.set(position, {
      ...row,
      problem: null,
      place: { ...row.place, ...place },
      fields: { ...row.fields, ...(fields as Partial<ImportRow['fields']> | undefined) },
      ...(choice !== undefined && { choice }),
      ...(isChecked !== undefined && { isChecked }),
    });
  }
  return rows.map((row) => byPosition.get(row.position) ?? row);
}

/** Mutations that change the fields of an import, or save, cancel, undo or discard the import. */
export function useImportActions(importId: string) {
  const client = useQueryClient();
  const params = { importId };
  const settle = {
    onError: failed,
    onSettled: () => client.invalidateQueries({ queryKey: IMPORTS, exact: true }),
  };
  const show = (now: PlaceImport) =>
    client.setQueryData(importsQuery.queryKey, (imports) =>
      imports?.map((each) => (each.id === now.id ? now : each)),
    );
  const changeFields = useMutation({
    ...write,
    mutationFn: (fields: ImportFields) => call(changeImport, { params, body: { fields } }),
    onSuccess: show,
    onError: failed,
  });
  const save = useMutation({
    ...write,
    mutationFn: (positions: number[]) => call(saveImport, { params, body: { positions } }),
    onSuccess: show,
    ...settle,
  });
  const cancel = useMutation({
    ...write,
    mutationFn: () => call(cancelImport, { params }),
    ...settle,
    onSuccess: async (now) => {
      show(now);
      await readAgain(client);
    },
  });
  const undo = useMutation({
    ...write,
    mutationFn: () => call(undoImport, { params }),
    onSuccess: show,
    ...settle,
  });
  const discard = useMutation({
    ...write,
    mutationFn: () => call(deleteImport, { params }),
    onSuccess: ({ imports }) => client.setQueryData(importsQuery.queryKey, imports),
    onError: failed,
  });
  return { changeFields, save, cancel, undo, discard };
}
