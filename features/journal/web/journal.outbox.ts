import { m } from '#messages';
import {
  addJournalEntry,
  deleteJournalEntry,
  type JournalEntry,
  restoreJournalEntry,
  updateJournalEntry,
  type WrittenEntry,
} from '#features/journal/journal.contract.ts';
import {
  photosOnDevice,
  readDraftPhotos,
  sendPhoto,
  storeDraftPhotos,
} from '#features/photos/web/photos.public.tsx';
import { ApiProblem, call } from '#web/api.ts';
import { type Action, defineKind, type Reopened } from '#web/outbox/actions.ts';
import { paths } from '#web/paths.ts';
import { readDraft, saveDraft } from '#web/form/use-stored-draft.ts';
import {
  ActedEntryPayload,
  ActedEntryPayload1,
  AddEntryPayload,
  ChangeEntryPayload,
  type WithPhotos,
} from './outbox-payloads.ts';
import { draftKey, EntryDraft } from './form/entry-draft.ts';
import { applyResponse, hideEntry, refetchJournal, showEntry, showSummary } from './journal.queries.ts';

const describedEntry = (label: () => string) => ({
  label,
  describe: ({ payload: { shown } }: Action<{ shown: JournalEntry }>) => ({
    name: shown.restaurantName,
    words: shown.journalText,
  }),
});

export const add = defineKind<AddEntryPayload, WrittenEntry>({
  payload: AddEntryPayload,
  send: (action, keep) =>
    withPhotoIds(action, keep, (photoIds) =>
      call(addJournalEntry, {
        body: { ...action.payload.draft, photoIds, id: action.id },
        idempotencyKey: action.id,
        account: action.account,
      }),
    ),
  show: (queryClient, { payload: { shown } }) => showEntry(queryClient, shown),
  onSent: applyResponse,
  // A later change of the entry is based on the version that the entry had when it was created. If the entry has a
  // newer version, another device has changed it. The later change must then cause a conflict.
  rebase: (later, { entry }) => rebased(later, entry?.createdAt),
  onDropped: (queryClient, { payload: { shown } }) => {
    hideEntry(queryClient, shown.id);
    return refetchJournal(queryClient);
  },
  ...describedEntry(m.outbox_add_entry),
  reopen: (action) => reopen(action, { entryId: null, basedOn: null }),
});

export const change = defineKind<ChangeEntryPayload, WrittenEntry>({
  payload: ChangeEntryPayload,
  send: (action, keep) =>
    withPhotoIds(action, keep, (photoIds) =>
      call(updateJournalEntry, {
        params: { entryId: action.object },
        body: { ...action.payload.changes, photoIds },
        account: action.account,
      }),
    ),
  show: (queryClient, { payload: { shown } }) => showEntry(queryClient, shown),
  onSent: applyResponse,
  rebase: (later, { entry }) => rebased(later, entry?.updatedAt),
  onDropped: refetchJournal,
  ...describedEntry(m.outbox_edit_entry),
  reopen: (action) =>
    action.problem?.code === 'journal.not_found'
      ? reopen(withoutSavedPhotos(action), { entryId: null, basedOn: null })
      : reopen(action, { entryId: action.object, basedOn: action.payload.changes.basedOn }),
});

const describedActed = (label: () => string) => ({
  label,
  describe: ({ payload: { summary } }: Action<ActedEntryPayload>) => ({
    name: summary?.restaurantName ?? m.shell_menu_journal(),
  }),
});

export const remove = defineKind<ActedEntryPayload, Pick<WrittenEntry, 'entry'>>({
  payload: ActedEntryPayload,
  earlier: { 1: ActedEntryPayload1 },
  send: ({ account, payload: { entryId } }) =>
    call(deleteJournalEntry, { params: { entryId }, account }).catch((error: unknown) => {
      // The error means that the entry was deleted on another device more than a day ago.
      if (error instanceof ApiProblem && error.code === 'journal.not_found') return { entry: null };
      throw error;
    }),
  show: (queryClient, { payload: { entryId } }) => hideEntry(queryClient, entryId),
  onSent: applyResponse,
  onDropped: (queryClient, { payload: { summary } }) => {
    if (summary) showSummary(queryClient, summary);
    return refetchJournal(queryClient);
  },
  ...describedActed(m.outbox_delete_entry),
});

export const restore = defineKind<ActedEntryPayload, WrittenEntry>({
  payload: ActedEntryPayload,
  earlier: { 1: ActedEntryPayload1 },
  send: ({ account, payload: { entryId } }) => call(restoreJournalEntry, { params: { entryId }, account }),
  show: (queryClient, { payload: { summary } }) => summary && showSummary(queryClient, summary),
  onSent: applyResponse,
  onDropped: (queryClient, { payload: { entryId } }) => {
    hideEntry(queryClient, entryId);
    return refetchJournal(queryClient);
  },
  ...describedActed(m.outbox_restore_entry),
});

/** Uploads each photo under its own id, and then sends the entry. */
async function withPhotoIds<Payload extends WithPhotos>(
  action: Action<Payload>,
  keep: (payload: Payload) => Promise<void>,
  send: (photoIds: string[]) => Promise<WrittenEntry>,
): Promise<WrittenEntry> {
  let attachments = action.payload.attachments;
  const upload = async () => {
    for (const attachment of attachments) {
      if (attachment.photo || !attachment.blob) continue;
      const photo = await sendPhoto({
        blob: attachment.blob,
        purpose: 'journal',
        idempotencyKey: attachment.id,
        account: action.account,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      attachments = attachments.map((each) => (each === attachment ? { ...each, photo } : each));
      await keep({ ...action.payload, attachments });
    }
    return attachments.flatMap(({ photo }) => (photo ? [photo.id] : []));
  };
  try {
    return await send(await upload());
  } catch (error) {
    const isSwept = error instanceof ApiProblem && error.code === 'photos.not_found';
    if (!isSwept || attachments.every(({ blob }) => !blob)) throw error;
    // The server deletes photos that are not used. Therefore photos whose upload was too long ago are uploaded again.
    attachments = attachments.map((each) => (each.blob ? { ...each, photo: null } : each));
    return send(await upload());
  }
}

/**
 * Changes the version that a later change of the same entry is based on. The new version is the version that the sent
 * action has produced.
 */
function rebased({ kind, payload }: Action, basedOn: number | undefined): unknown {
  if (kind !== 'journal.change' || basedOn === undefined) return undefined;
  const { changes, ...rest } = payload as ChangeEntryPayload;
  return { ...rest, changes: { ...changes, basedOn } };
}

/**
 * Removes the photos that the server stores for a deleted entry, because a new entry cannot use them. The new entry
 * uploads the photos that are still on this device.
 */
const withoutSavedPhotos = (action: Action<ChangeEntryPayload>): Action<ChangeEntryPayload> => ({
  ...action,
  payload: {
    ...action.payload,
    attachments: action.payload.attachments.flatMap(({ id, blob }) =>
      blob ? { id, blob, photo: null } : [],
    ),
  },
});

async function reopen(
  { account, payload: { shown, attachments } }: Action<WithPhotos & { shown: JournalEntry }>,
  { entryId, basedOn }: { entryId: string | null; basedOn: number | null },
): Promise<Reopened> {
  const {
    restaurantId,
    restaurantName,
    visitDate,
    visitTime,
    journalText,
    tagsWith,
    tagsOccasion,
    amountWon,
  } = shown;
  const path =
    entryId === null ? paths.writeJournalEntry : paths.editJournalEntry.replace('$entryId', entryId);
  const key = draftKey({ uid: account, entryId, restaurantId: null });
  const draft: EntryDraft = {
    values: {
      restaurantId,
      restaurantName,
      visitDate,
      visitTime,
      journalText,
      tagsWith,
      tagsOccasion,
      amountWon,
      photos: attachments.flatMap(({ photo }) => photo ?? []),
    },
    basedOn,
    submission: null,
  };
  const isStored =
    readDraft({ key, schema: EntryDraft, empty: draft }) === null &&
    (await readDraftPhotos(key)).length === 0;
  if (!isStored) return { path, isStored };
  await storeDraftPhotos(key, photosOnDevice(attachments));
  saveDraft(key, draft);
  return { path, isStored };
}
