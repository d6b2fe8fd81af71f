import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { CheckedJournalDraft, JournalDraft, JournalEntry } from '#features/journal/journal.contract.ts';
import type { FormPhotos } from '#features/photos/web/photos.public.tsx';
import { useChangeRestaurant } from '#features/restaurants/web/restaurants.public.ts';
import type { ApiProblem } from '#web/api.ts';
import { showServerErrors } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useIsMounted } from '#web/browser/use-is-mounted.ts';
import { entryQuery, useAddEntry, useChangeEntry } from '../journal.queries.ts';
import type { useEntryDraft } from './use-entry-draft.ts';
import { visitedAtOf } from './visited-at.ts';

/** Two versions of an entry. `theirs` was saved on another device in the meantime. */
export type Conflict = { mine: CheckedJournalDraft; theirs: JournalEntry };

type EntryForm = UseFormReturn<JournalDraft, unknown, CheckedJournalDraft>;

/** Saves the form of an entry. If the request is retried, a new entry is still created only once. */
export function useSaveEntry({
  form,
  draft,
  photos,
  entryId,
  visitedId,
}: {
  form: EntryForm;
  draft: ReturnType<typeof useEntryDraft>;
  photos: FormPhotos;
  /** The id of the entry; null for a new entry. */
  entryId: string | null;
  /**
   * The id of a saved restaurant; null if there is none. After the entry is saved, the status of this restaurant
   * becomes 방문 완료.
   */
  visitedId: string | null;
}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { mutate: changeRestaurant } = useChangeRestaurant();

  // This function also runs after the member has left this screen. Therefore it must not navigate.
  const onSaved = (saved: CheckedJournalDraft) => {
    draft.drop();
    if (visitedId === null) return;
    const visitedAt = visitedAtOf(saved);
    changeRestaurant({ restaurantId: visitedId, changes: { status: VISITED }, visitedAt });
  };
  const { showFailure, onAddRefused, onChangeRefused } = useFailures({ form, entryId });
  const add = useAddEntry({ unanswered: draft.unanswered, onSaved, onRejected: onAddRefused });
  const change = useChangeEntry({ onSaved, onRejected: onChangeRefused });
  const toJournal = (toast?: string) =>
    void navigate({ to: paths.journal, replace: true, ...(toast && { state: { toast } }) });

  const handOverPhotos = async () => {
    const attachments = await photos.handOver();
    if (!attachments) showToast(m.journal_photos_failed(), { kind: 'alert' });
    return attachments;
  };
  const sendChange = async (key: { entryId: string; basedOn: number }, mine: CheckedJournalDraft) => {
    const attachments = await handOverPhotos();
    if (!attachments) return;
    change.mutate(
      { ...key, draft: mine, attachments },
      {
        onSuccess: (written) => toJournal(written ? m.journal_changed() : undefined),
        onError: ({ code }) => {
          if (code !== 'journal.changed_elsewhere') return;
          const theirs = queryClient.getQueryData(entryQuery(key.entryId).queryKey);
          if (theirs && theirs.updatedAt !== key.basedOn) setConflict({ mine, theirs });
          else
            showFailure(m.journal_update_failed({ message: m.problem_network_failed() }), {
              canCompare: false,
            });
        },
      },
    );
  };

  const onValid = async (checked: CheckedJournalDraft) => {
    const values = { ...checked, photoIds: [...photos.photoIds] };
    const basedOn = draft.basedOn();
    if (entryId !== null && basedOn !== null) return sendChange({ entryId, basedOn }, values);
    const attachments = await handOverPhotos();
    if (!attachments) return;
    add.mutate(
      { draft: values, attachments },
      { onSuccess: (written) => toJournal(written ? m.journal_added() : undefined) },
    );
  };

  return {
    submit: form.handleSubmit(onValid),
    isSending: form.formState.isSubmitting || add.isPending || change.isPending,
    conflict,
    dropConflict: () => setConflict(null),
    keepMine: ({ mine, theirs }: Conflict) => {
      setConflict(null);
      draft.baseOn(theirs.updatedAt);
      void sendChange({ entryId: theirs.id, basedOn: theirs.updatedAt }, mine);
    },
    keepTheirs: () => {
      draft.drop();
      toJournal();
    },
  };
}

/** Shows why an entry was not saved. The form may no longer be on screen. */
function useFailures({ form, entryId }: { form: EntryForm; entryId: string | null }) {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const showFailure = (failure: string, { canCompare }: { canCompare: boolean }) =>
    showToast(failure, {
      kind: 'alert',
      ...(canCompare &&
        entryId !== null && {
          action: {
            label: m.journal_edit(),
            onPress: () => void navigate({ to: paths.editJournalEntry, params: { entryId } }),
          },
        }),
    });
  const onAddRefused = (problem: ApiProblem) => {
    showServerErrors({ problem, form });
    showFailure(m.journal_add_failed({ message: messageOf(problem) }), { canCompare: false });
  };
  const onChangeRefused = (problem: ApiProblem) => {
    const isConflict = problem.code === 'journal.changed_elsewhere';
    // The dialog shows the conflict. If the form is not on screen, the draft is kept, and the next save compares the
    // versions.
    if (isConflict && isMounted()) return;
    showServerErrors({ problem, form });
    showFailure(m.journal_update_failed({ message: messageOf(problem) }), { canCompare: isConflict });
  };
  return { showFailure, onAddRefused, onChangeRefused };
}
