import {
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { m } from '#messages';
import {
  addJournalEntry,
  deleteJournalEntry,
  getJournalEntry,
  type Journal,
  type JournalChanges,
  type JournalDraft,
  type JournalEntry,
  readJournal,
  restoreJournalEntry,
  searchJournal,
  updateJournalEntry,
  type WrittenEntry,
} from '#features/journal/journal.contract.ts';
import { inJournalOrder, summaryOf } from '#features/journal/journal.rules.ts';
import { type ApiProblem, call, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import type { UnansweredKeys } from '#web/submissions.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/use-submission.ts';

const JOURNAL_KEY = ['journal'] as const;
const DOCUMENT_KEY = [...JOURNAL_KEY, 'document'] as const;

/** My whole journal with long texts truncated. An unchanged journal is answered with 304. */
export const journalQuery = queryOptions({
  queryKey: DOCUMENT_KEY,
  queryFn: async ({ signal, client }) => {
    const now = await call(readJournal, { signal });
    return keepUnchangedEntries(client.getQueryData<Journal>(DOCUMENT_KEY), now);
  },
  structuralSharing: false,
  refetchOnWindowFocus: 'always',
});

/** One entry with its full text. */
export const entryQuery = (entryId: string) =>
  queryOptions({
    queryKey: [...JOURNAL_KEY, 'entry', entryId],
    queryFn: ({ signal }) => call(getJournalEntry, { params: { entryId }, signal }),
    refetchOnWindowFocus: 'always',
  });

/** Ids of the entries whose full text, place or tags match. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [...JOURNAL_KEY, 'search', q],
    queryFn: async ({ signal }) => (await call(searchJournal, { querystring: { q }, signal })).entryIds,
  });

/** Unchanged entries keep their identity, so that a read after one write renders only one of them again. */
function keepUnchangedEntries(before: Journal | undefined, now: Journal): Journal {
  if (!before) return now;
  if (before.version === now.version) return before;
  const known = new Map(before.entries.map((entry) => [entry.id, entry]));
  return { ...now, entries: now.entries.map((entry) => replaceEqualDeep(known.get(entry.id), entry)) };
}

/** Writes are sent one after another and are all safe to repeat, so they are retried after a lost connection. */
const write = {
  scope: { id: 'journal' },
  retry: retryLostConnection,
} as const;

/** Both callbacks run even if the calling screen has been left. */
type SaveCallbacks = { onSaved: () => void; onRejected: (problem: ApiProblem) => void };

export function useAddEntry({
  unanswered,
  onSaved,
  onRejected,
}: SaveCallbacks & { unanswered: UnansweredKeys }) {
  const queryClient = useQueryClient();
  return useSubmission({
    ...write,
    unanswered,
    meta: { signInSentence: m.account_needed_to_write_journal },
    send: (body: JournalDraft, idempotencyKey) => call(addJournalEntry, { body, idempotencyKey }),
    onError: onRejected,
    onSuccess: (written) => {
      onSaved();
      return applyResponse(queryClient, written);
    },
  });
}

/** If the entry was changed elsewhere, `onRejected` runs after the current version is in the cache. */
export function useChangeEntry({ onSaved, onRejected }: SaveCallbacks) {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    meta: { signInSentence: m.account_needed_to_edit_journal },
    mutationFn: ({ entryId, changes }: { entryId: string; changes: JournalChanges }) =>
      call(updateJournalEntry, { params: { entryId }, body: changes }),
    onError: async (problem, { entryId }) => {
      if (problem.code === 'journal.changed_elsewhere')
        await queryClient.fetchQuery({ ...entryQuery(entryId), staleTime: 0 }).catch(() => undefined);
      onRejected(problem);
    },
    onSuccess: (written) => {
      onSaved();
      return applyResponse(queryClient, written);
    },
  });
}

/** Removes an entry immediately and offers to undo it; if rejected, restores it and shows the error. */
export function useDeleteEntry() {
  const queryClient = useQueryClient();
  const restore = useRestoreEntry();
  return useMutation({
    ...write,
    meta: { signInSentence: m.account_needed_to_delete_journal },
    mutationFn: ({ entryId }: { entryId: string }) => call(deleteJournalEntry, { params: { entryId } }),
    onMutate: async ({ entryId }) => {
      await queryClient.cancelQueries({ queryKey: JOURNAL_KEY });
      const before = queryClient.getQueryData(journalQuery.queryKey);
      showEntries(queryClient, ({ entries }) => entries.filter(({ id }) => id !== entryId));
      return { before };
    },
    onError: (error, _given, context) => {
      if (context?.before) queryClient.setQueryData(journalQuery.queryKey, context.before);
      showToast(m.journal_delete_failed({ message: messageOf(error) }), { kind: 'alert' });
      return queryClient.invalidateQueries({ queryKey: JOURNAL_KEY });
    },
    onSuccess: (_written, { entryId }) => {
      showToast(m.journal_deleted(), {
        action: { label: m.journal_undo(), onPress: () => restore.mutate({ entryId }) },
      });
      return markStale(queryClient);
    },
  });
}

function useRestoreEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    ...write,
    mutationFn: ({ entryId }: { entryId: string }) => call(restoreJournalEntry, { params: { entryId } }),
    onError: (error) => showToast(m.journal_restore_failed({ message: messageOf(error) }), { kind: 'alert' }),
    onSuccess: (written) => {
      showToast(m.journal_restored());
      return applyResponse(queryClient, written);
    },
  });
}

/** The cached journal keeps its version, because only a full read contains the changes of other devices. */
function applyResponse(queryClient: QueryClient, { entry }: WrittenEntry) {
  if (!entry) return undefined;
  showEntries(queryClient, ({ entries }) =>
    [...entries.filter(({ id }) => id !== entry.id), summaryOf(entry)].toSorted(inJournalOrder),
  );
  queryClient.setQueryData<JournalEntry>(entryQuery(entry.id).queryKey, entry);
  return markStale(queryClient);
}

function showEntries(queryClient: QueryClient, entriesAfter: (journal: Journal) => Journal['entries']) {
  queryClient.setQueryData(
    journalQuery.queryKey,
    (journal) => journal && { ...journal, entries: entriesAfter(journal) },
  );
}

/** The screen already shows the response; the next visit fetches other changes. */
const markStale = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: JOURNAL_KEY, refetchType: 'none' });
