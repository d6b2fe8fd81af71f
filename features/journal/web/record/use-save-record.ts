import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { z } from 'zod';
import { m } from '#messages';
import { JournalDraft } from '#features/journal/journal.contract.ts';
import { type Attachment, type FormPhotos, usePhotoUploads } from '#features/photos/web/photos.public.tsx';
import {
  type BaseTexts,
  type MyRestaurant,
  type RestaurantChanges,
  REVIEW_PHOTOS_MAXIMUM,
} from '#features/restaurants/restaurants.contract.ts';
import type { useTextConflict } from '#features/restaurants/web/restaurants.public.ts';
import { ReviewSubmission } from '#features/reviews/reviews.contract.ts';
import { useSubmitReview } from '#features/reviews/web/reviews.public.ts';
import { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { changedFields } from '#web/form/changed-fields.ts';
import { showServerErrors } from '#web/forms.ts';
import { isOnline } from '#web/online.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { visitedAtOf } from '../form/visited-at.ts';
import { useAddEntry } from '../journal.queries.ts';

/** The fields of a visit: those of my record of the place, and those of the entry. */
export const RecordedVisit = z.intersection(
  ReviewSubmission,
  JournalDraft.pick({ visitDate: true, visitTime: true, amountWon: true }),
);
export type RecordedVisit = z.infer<typeof RecordedVisit>;

/**
 * Saves a visit: the changes of my record of the place, and a journal entry. Both go through the outbox, so each can be
 * repeated and is sent later without a connection. If one is refused, the next save sends only this one.
 */
export function useSaveRecord({
  mine,
  stored,
  form,
  photos,
  companions,
  conflict,
  onDone,
}: {
  mine: MyRestaurant;
  /** The values that the form showed first. */
  stored: Omit<ReviewSubmission, 'userPhotoFilenames' | 'basedOn'>;
  form: UseFormReturn<z.input<typeof RecordedVisit>, unknown, RecordedVisit>;
  photos: FormPhotos;
  companions: readonly string[];
  conflict: Pick<ReturnType<typeof useTextConflict>, 'showTheirs'>;
  onDone: () => void;
}) {
  const [unanswered] = useState(() => new Map<string, string>());
  const [hasEntry, setHasEntry] = useState(false);
  const placePhotos = usePlacePhotos(mine);
  const submitReview = useSubmitReview(mine);
  const add = useAddEntry({
    unanswered,
    onSaved: () => setHasEntry(true),
    onRejected: (problem) =>
      showToast(m.journal_add_failed({ message: messageOf(problem) }), { kind: 'alert' }),
  });

  const addEntry = (visit: RecordedVisit, attachments: readonly Attachment[]) =>
    new Promise<boolean>((resolve) => {
      const draft = JournalDraft.parse({
        restaurantId: mine.id,
        restaurantName: mine.name,
        visitDate: visit.visitDate,
        visitTime: visit.visitTime,
        amountWon: visit.amountWon,
        journalText: visit.review,
        photoIds: attachments.flatMap(({ photo }) => photo?.id ?? []),
        tagsWith: companions,
      });
      add.mutate({ draft, attachments }, { onSuccess: () => resolve(true), onError: () => resolve(false) });
    });

  const changePlace = async (
    visit: RecordedVisit,
    given: { userPhotoFilenames: string[] | undefined; basedOn: BaseTexts },
  ) => {
    const { rating, review, isShared, isAnonymous } = visit;
    const after = { rating, review, isShared, isAnonymous };
    const changes: RestaurantChanges = changedFields({ before: stored, after });
    if (given.userPhotoFilenames) changes.userPhotoFilenames = given.userPhotoFilenames;
    if (mine.status === TO_VISIT) changes.status = VISITED;
    if (Object.keys(changes).length === 0) return true;
    try {
      await submitReview.mutateAsync({ changes, basedOn: given.basedOn, visitedAt: visitedAtOf(visit) });
      return true;
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      showServerErrors({ problem, form });
      await conflict.showTheirs(problem);
      return false;
    }
  };

  const save = (basedOn: BaseTexts) =>
    void form.handleSubmit(async (visit) => {
      const attachments = await photos.handOver();
      if (!attachments) return showToast(m.journal_photos_failed(), { kind: 'alert' });
      const userPhotoFilenames = await placePhotos.upload(attachments);
      const isEntrySaved = hasEntry || (await addEntry(visit, attachments));
      const isPlaceSaved = await changePlace(visit, { userPhotoFilenames, basedOn });
      if (!isEntrySaved || !isPlaceSaved) return;
      if (attachments.length > 0 && !userPhotoFilenames)
        showToast(m.journal_record_photo_in_entry(), { kind: 'note' });
      onDone();
    })();

  return { save, isSaving: form.formState.isSubmitting };
}

/**
 * Uploads the photos of the entry a second time as photos of the place, because a stored photo belongs to one object.
 * Without a connection only the entry gets them.
 */
function usePlacePhotos({ userPhotoFilenames: before }: Pick<MyRestaurant, 'userPhotoFilenames'>) {
  const uploads = usePhotoUploads({ purpose: 'review', initial: [] });
  return {
    /** @returns the ids of all photos of the place; undefined if none was added */
    upload: async (attachments: readonly Attachment[]): Promise<string[] | undefined> => {
      const room = REVIEW_PHOTOS_MAXIMUM - before.length;
      const blobs = attachments.flatMap(({ blob }) => blob ?? []).slice(0, Math.max(0, room));
      if (blobs.length === 0 || !isOnline()) return undefined;
      uploads.reset([]);
      uploads.add(blobs.map((blob) => new File([blob], 'photo', { type: blob.type })));
      const photos = await uploads.uploaded();
      return photos ? [...before, ...photos.map(({ id }) => id)] : undefined;
    },
  };
}
