import {
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { objectIdOf } from '#common/object-id.ts';
import { m } from '#messages';
import {
  type CheckedJournalDraft,
  getJournalEntry,
  type Journal,
  type JournalEntry,
  type JournalEntrySummary,
  PHOTO_LIMITS,
  readJournal,
  searchJournal,
  type WrittenEntry,
} from '#features/journal/journal.contract.ts';
import { inJournalOrder, summaryOf } from '#features/journal/journal.rules.ts';
import type { Tier } from '#features/membership/membership.rules.ts';
import type { Attachment } from '#features/photos/web/photos.public.tsx';
import { type ApiProblem, call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { currentOutbox, type KeptTexts, outboxed, writeThroughOutbox } from '#web/outbox/page-outbox.ts';
import { pauseRead } from '#web/requests/reads.ts';
import type { UnansweredKeys } from '#web/requests/submissions.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';
import { ME_KEY } from '#web/documents/kept-queries.ts';
import type {
  ActedEntryPayload,
  AddEntryPayload,
  ChangeEntryPayload,
  WithPhotos,
} from './outbox-payloads.ts';

const JOURNAL_KEY = ['journal'] as const;
const DOCUMENT_KEY = [...JOURNAL_KEY, 'document'] as const;

/**
 * The journal document. It contains only the beginning of long texts. If the journal is unchanged, the server answers
 * with 304.
 */
export const journalQuery = queryOptions({
  queryKey: DOCUMENT_KEY,
  queryFn: async ({ signal, client }) => {
    const now = await call(readJournal, { signal });
    return keepUnchangedEntries(client.getQueryData<Journal>(DOCUMENT_KEY), now);
  },
  structuralSharing: false,
  refetchOnWindowFocus: 'always',
});

export const entryQuery = (entryId: string) =>
  queryOptions({
    queryKey: [...JOURNAL_KEY, 'entry', entryId],
    queryFn: ({ signal }) => call(getJournalEntry, { params: { entryId }, signal }),
    refetchOnWindowFocus: 'always',
  });

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [...JOURNAL_KEY, 'search', q],
    queryFn: async ({ signal }) => (await call(searchJournal, { querystring: { q }, signal })).entryIds,
  });

/**
 * Returns the new journal, in which unchanged entries are the same objects as before. Therefore only the written entry
 * is rendered again after a write.
 */
function keepUnchangedEntries(before: Journal | undefined, now: Journal): Journal {
  if (!before) return now;
  if (before.version === now.version) return before;
  const known = new Map(before.entries.map((entry) => [entry.id, entry]));
  return { ...now, entries: now.entries.map((entry) => replaceEqualDeep(known.get(entry.id), entry)) };
}

const writeOut = (
  name: string,
  { object, payload, id, ...texts }: { object: string; payload: unknown; id?: string } & KeptTexts,
): Promise<WrittenEntry | null> =>
  writeThroughOutbox(
    {
      kind: `journal.${name}`,
      object,
      payload,
      ...(id !== undefined && { id, creates: true }),
    },
    texts,
  );

/** The callbacks of a save. Both run even if the member has left the calling screen. */
type SaveCallbacks = {
  onSaved: (saved: CheckedJournalDraft) => void;
  onRejected: (problem: ApiProblem) => void;
};

type Written = { draft: CheckedJournalDraft; attachments: readonly Attachment[] };

export function useAddEntry({
  unanswered,
  onSaved,
  onRejected,
}: SaveCallbacks & { unanswered: UnansweredKeys }) {
  const queryClient = useQueryClient();
  const attached = useRef<readonly Attachment[]>([]);
  const { mutate, ...add } = useSubmission({
    ...outboxed,
    unanswered,
    meta: { signInSentence: m.account_needed_to_write_journal },
    send: async (draft: CheckedJournalDraft, id) => {
      const attachments = attached.current;
      const userId = queryClient.getQueryData<{ uid: string } | null>(ME_KEY)?.uid ?? '';
      const now = Date.now();
      const shown: JournalEntry = {
        ...entryOf(draft, attachments),
        id: objectIdOf({ userId, id }),
        createdAt: now,
        updatedAt: now,
      };
      const payload: AddEntryPayload = { draft, attachments, shown };
      const written = await writeOut('add', { object: shown.id, payload, id, failed: m.journal_add_failed });
      if (written === null) showEntry(queryClient, shown);
      return written;
    },
    onError: onRejected,
    onSuccess: (written, { body }) => {
      onSaved(body);
      return applyResponse(queryClient, written);
    },
  });
  return {
    ...add,
    mutate: ({ draft, attachments }: Written, callbacks?: Parameters<typeof mutate>[1]) => {
      attached.current = attachments;
      mutate(draft, callbacks);
    },
  };
}

/**
 * Changes an entry. If the entry was changed elsewhere, the cache already contains the current version when
 * `onRejected` runs.
 */
export function useChangeEntry({ onSaved, onRejected }: SaveCallbacks) {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    meta: { signInSentence: m.account_needed_to_edit_journal },
    mutationFn: async ({
      entryId,
      basedOn,
      draft,
      attachments,
    }: Written & { entryId: string; basedOn: number }) => {
      const before = queryClient.getQueryData(entryQuery(entryId).queryKey);
      const shown: JournalEntry = {
        ...entryOf(draft, attachments),
        id: entryId,
        createdAt: before?.createdAt ?? basedOn,
        updatedAt: basedOn,
      };
      const payload: ChangeEntryPayload = {
        changes: { ...draft, basedOn },
        attachments: [...attachments, ...waitingPhotos(queryClient, entryId, attachments)],
        shown,
      };
      const written = await writeOut('change', { object: entryId, payload, failed: m.journal_update_failed });
      if (written === null) showEntry(queryClient, shown);
      return written;
    },
    onError: async (problem, { entryId }) => {
      if (problem.code === 'journal.changed_elsewhere')
        await queryClient.fetchQuery({ ...entryQuery(entryId), staleTime: 0 }).catch(() => undefined);
      onRejected(problem);
    },
    onSuccess: (written, { draft }) => {
      onSaved(draft);
      return applyResponse(queryClient, written);
    },
  });
}

/** Deletes an entry. If the deletion fails, the entry is shown again with an error message. */
export function useDeleteEntry() {
  const queryClient = useQueryClient();
  const restore = useRestoreEntry();
  return useMutation({
    ...outboxed,
    meta: { signInSentence: m.account_needed_to_delete_journal },
    mutationFn: async ({ entryId }: { entryId: string }) => {
      const readJournal = await pauseRead(queryClient, DOCUMENT_KEY);
      const readEntry = await pauseRead(queryClient, entryQuery(entryId).queryKey);
      const journal = queryClient.getQueryData(journalQuery.queryKey);
      const summary = cachedSummary(queryClient, entryId);
      hideEntry(queryClient, entryId);
      const undo = { label: m.journal_undo(), onPress: () => restore.mutate({ entryId, summary }) };
      try {
        const payload: ActedEntryPayload = { entryId, summary };
        const texts = { failed: m.journal_delete_failed, undo };
        const written = await writeOut('remove', { object: entryId, payload, ...texts });
        if (written) showToast(m.journal_deleted(), { action: undo });
      } catch (error) {
        if (journal) queryClient.setQueryData(journalQuery.queryKey, journal);
        throw error;
      } finally {
        readJournal();
        readEntry();
      }
    },
    onError: (error) => {
      showToast(m.journal_delete_failed({ message: messageOf(error) }), { kind: 'alert' });
      return queryClient.invalidateQueries({ queryKey: JOURNAL_KEY });
    },
    onSuccess: () => markStale(queryClient),
  });
}

function useRestoreEntry() {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    mutationFn: ({ entryId, summary }: ActedEntryPayload) =>
      writeOut('restore', {
        object: entryId,
        payload: { entryId, summary },
        failed: m.journal_restore_failed,
      }),
    onError: (error) => showToast(m.journal_restore_failed({ message: messageOf(error) }), { kind: 'alert' }),
    onSuccess: (written, { summary }) => {
      if (written) showToast(m.journal_restored());
      else if (summary) showSummary(queryClient, summary);
      return applyResponse(queryClient, written);
    },
  });
}

/**
 * Updates an entry with the response of a write. The journal keeps its version, because only a full read contains the
 * changes of other devices.
 * @param written null if the action is not sent yet
 */
export function applyResponse(queryClient: QueryClient, written: Pick<WrittenEntry, 'entry'> | null) {
  if (!written?.entry) return undefined;
  showEntry(queryClient, written.entry);
  return markStale(queryClient);
}

export function showEntry(queryClient: QueryClient, entry: JournalEntry): void {
  showSummary(queryClient, summaryOf(entry));
  queryClient.setQueryData<JournalEntry>(entryQuery(entry.id).queryKey, entry);
}

/**
 * Shows a restored entry in the journal. The page of the entry reads the whole text, because the summary may contain
 * only the beginning.
 */
export const showSummary = (queryClient: QueryClient, summary: JournalEntrySummary): void =>
  showEntries(queryClient, ({ entries }) =>
    [...entries.filter(({ id }) => id !== summary.id), summary].toSorted(inJournalOrder),
  );

export const hideEntry = (queryClient: QueryClient, entryId: string): void =>
  showEntries(queryClient, ({ entries }) => entries.filter(({ id }) => id !== entryId));

export const refetchJournal = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: JOURNAL_KEY });

function cachedSummary(queryClient: QueryClient, entryId: string): JournalEntrySummary | null {
  const entry = queryClient.getQueryData(entryQuery(entryId).queryKey);
  if (entry) return summaryOf(entry);
  return queryClient.getQueryData(journalQuery.queryKey)?.entries.find(({ id }) => id === entryId) ?? null;
}

type EntryWithPhotos = WithPhotos & { shown: JournalEntry };

/**
 * Returns the photos of the entry that wait on this device but are not in the form. A save of the form must not remove
 * these photos. The last waiting action also contains the photos of earlier actions. Photos beyond the limit are left
 * out, because the server would refuse the text together with them.
 */
function waitingPhotos(
  queryClient: QueryClient,
  entryId: string,
  attachments: readonly Attachment[],
): readonly Attachment[] {
  const payload = currentOutbox()
    ?.actions()
    .filter(({ object, problem }) => object === entryId && !problem)
    .map((action) => action.payload as EntryWithPhotos | ActedEntryPayload)
    .findLast((each) => 'attachments' in each);
  if (!payload) return [];
  const idOf = ({ id, photo }: Attachment) => photo?.id ?? id;
  const seen = new Set([...attachments.map(idOf), ...payload.shown.photos.map(({ id }) => id)]);
  const tier = queryClient.getQueryData<{ tier: Tier } | null>(ME_KEY)?.tier ?? 'free';
  return payload.attachments
    .filter((attachment) => attachment.blob && !seen.has(idOf(attachment)))
    .slice(0, Math.max(0, PHOTO_LIMITS[tier] - attachments.length));
}

const entryOf = ({ photoIds: _, ...draft }: CheckedJournalDraft, attachments: readonly Attachment[]) => ({
  ...draft,
  photos: attachments.flatMap(({ photo }) => photo ?? []),
});

function showEntries(queryClient: QueryClient, entriesAfter: (journal: Journal) => Journal['entries']) {
  queryClient.setQueryData(
    journalQuery.queryKey,
    (journal) => journal && { ...journal, entries: entriesAfter(journal) },
  );
}

/**
 * Marks the journal as stale without reading it now. The screen already shows the response. The next visit of the
 * journal fetches the changes of other devices.
 */
const markStale = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: JOURNAL_KEY, refetchType: 'none' });
