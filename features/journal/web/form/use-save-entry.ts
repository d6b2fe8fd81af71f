import { useNavigate } from '@tanstack/react-router';
import type { UseFormReturn } from 'react-hook-form';
import { v7 } from 'uuid';
import { m } from '#messages';
import type { CheckedJournalDraft, JournalDraft } from '#features/journal/journal.contract.ts';
import type { FormPhotos } from '#features/photos/web/photos.public.tsx';
import { useChangeRestaurant } from '#features/restaurants/web/restaurants.public.ts';
import type { ApiProblem } from '#web/api.ts';
import { showServerErrors } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { sentenceOf } from '#web/sentences.ts';
import { isAnswerUnknown, submissionOf } from '#web/submissions.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useAddEntry, useChangeEntry } from '../journal.queries.ts';
import type { useEntryDraft } from './use-entry-draft.ts';

/** Sends the form, a new entry once whatever happens on the way, and shows the entry. */
export function useSaveEntry({
  form,
  draft,
  photos,
  entryId,
  visitedId,
}: {
  form: UseFormReturn<JournalDraft, unknown, CheckedJournalDraft>;
  draft: ReturnType<typeof useEntryDraft>;
  photos: FormPhotos;
  /** null: a new entry. */
  entryId: string | null;
  /** The place to mark as 방문 완료 once the entry is written. */
  visitedId: string | null;
}) {
  const navigate = useNavigate();
  const { mutate: changeRestaurant } = useChangeRestaurant();
  const add = useAddEntry({ onAdded: draft.drop });
  const change = useChangeEntry({ onChanged: draft.drop });

  const onSaved = (toast: string) => {
    if (visitedId !== null) changeRestaurant({ restaurantId: visitedId, changes: { status: '방문 완료' } });
    void navigate({ to: paths.journal, state: { toast }, replace: true });
  };
  const onRefused = (problem: ApiProblem) => {
    if (!isAnswerUnknown(problem)) draft.keepSubmission(null);
    showServerErrors({ problem, form });
    const message = sentenceOf(problem);
    showToast(entryId === null ? m.journal_add_failed({ message }) : m.journal_update_failed({ message }), {
      kind: 'alert',
    });
  };

  const onValid = (checked: CheckedJournalDraft) => {
    if (photos.isUploading) return showToast(m.journal_photos_on_their_way(), { kind: 'alert' });
    if (photos.hasFailed) return showToast(m.journal_photos_failed(), { kind: 'alert' });
    const values = { ...checked, photoIds: [...photos.photoIds] };
    if (entryId !== null)
      return change.mutate(
        { entryId, draft: values },
        { onError: onRefused, onSuccess: () => onSaved(m.journal_changed()) },
      );
    const submission = submissionOf<JournalDraft>({
      body: values,
      pending: draft.pendingSubmission(),
      newKey: () => v7(),
    });
    draft.keepSubmission(submission);
    add.mutate(
      { draft: submission.body, idempotencyKey: submission.idempotencyKey },
      { onError: onRefused, onSuccess: () => onSaved(m.journal_added()) },
    );
  };

  return {
    submit: form.handleSubmit(onValid),
    isSending: add.isPending || change.isPending,
    /** Sent when the connection is back. */
    isWaiting: add.isPaused || change.isPaused,
  };
}
