import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import type { Photo } from '#features/photos/photos.contract.ts';
import { PhotoPicker, usePhotoUploads } from '#features/photos/web/photos.public.tsx';
import {
  type BaseTexts,
  type MyRestaurant,
  type RestaurantChanges,
  REVIEW_PHOTOS_MAXIMUM,
} from '#features/restaurants/restaurants.contract.ts';
import { useTextConflict, VisitFields } from '#features/restaurants/web/restaurants.public.ts';
import { ReviewSubmission } from '#features/reviews/reviews.contract.ts';
import { ApiProblem } from '#web/api.ts';
import { changedFields } from '#web/form/changed-fields.ts';
import { contractResolver, showServerErrors } from '#web/forms.ts';
import { useOnline } from '#web/online.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { loadedReviews, reviewsQuery, useSubmitReview } from './reviews.queries.ts';

export function ReviewEditor({ mine, onDone }: { mine: MyRestaurant; onDone: () => void }) {
  const reviews = useInfiniteQuery({
    ...reviewsQuery({ restaurantId: mine.id, sort: 'newest' }),
    select: loadedReviews,
    enabled: mine.userPhotoFilenames.length > 0,
  });
  // The photos are fetched only if there are any. Without photos, the form opens immediately.
  if (mine.userPhotoFilenames.length === 0) return <ReviewForm mine={mine} photos={[]} onDone={onDone} />;
  if (reviews.data) return <ReviewForm mine={mine} photos={reviews.data.myPhotos} onDone={onDone} />;
  return reviews.error ? <ReviewForm mine={mine} photos={null} onDone={onDone} /> : null;
}

/** The form of a review. The typed text stays in the form until the server or the device has stored it. */
function ReviewForm({
  mine,
  photos: before,
  onDone,
}: {
  mine: MyRestaurant;
  /** null if the photos could not be loaded. The saved photos then stay unchanged. */
  photos: readonly Photo[] | null;
  onDone: () => void;
}) {
  const { mutateAsync } = useSubmitReview(mine);
  const isOnline = useOnline();
  const { rating, review, isShared, isAnonymous } = mine;
  const [saved] = useState({ rating, review, isShared, isAnonymous });
  const [savedPhotoIds] = useState(before && before.map(({ id }) => id));
  const form = useForm({ resolver: contractResolver(ReviewSubmission), defaultValues: saved });
  const { isDirty, isSubmitting } = form.formState;
  const photos = usePhotoUploads({ purpose: 'review', initial: before ?? [] });
  const havePhotosChanged =
    savedPhotoIds !== null && savedPhotoIds.join() !== photos.items.map(({ key }) => key).join();
  const conflict = useTextConflict({ restaurantId: mine.id, texts: { review: saved.review } });
  /** Returns the submit handler of the form. @param basedOn the stored text that the save may replace */
  const saveOver = (basedOn: BaseTexts) =>
    form.handleSubmit(async (submission) => {
      const uploaded = await photos.uploaded();
      if (!uploaded) return showToast(m.reviews_photos_failed(), { kind: 'alert' });
      const changes: RestaurantChanges = {
        ...changedFields({ before: saved, after: submission }),
        ...(havePhotosChanged && { userPhotoFilenames: uploaded.map(({ id }) => id) }),
        ...(mine.status === TO_VISIT && { status: VISITED }),
      };
      try {
        if (Object.keys(changes).length > 0) await mutateAsync({ changes, basedOn });
        onDone();
      } catch (problem) {
        if (!(problem instanceof ApiProblem)) return;
        showServerErrors({ problem, form });
        await conflict.showTheirs(problem);
      }
    });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => void saveOver(conflict.basedOn)(event)}
      >
        {before && <PhotoPicker photos={photos} limit={REVIEW_PHOTOS_MAXIMUM} />}
        <VisitFields isPrivate={mine.isManual} />
        {mine.status === TO_VISIT && <p className="type-caption text-ink-3">{m.reviews_becomes_visited()}</p>}
        <div className="grid grid-cols-2 gap-2">
          <Button look="secondary" size="small" onClick={onDone}>
            {m.kit_cancel()}
          </Button>
          <Button size="small" type="submit" isBusy={isSubmitting}>
            {isOnline ? m.reviews_submit() : m.restaurants_save_when_online()}
          </Button>
        </div>
      </form>
      {conflict.dialog((theirs) => void saveOver(theirs)())}
      <UnsavedChangesGuard isUnsaved={() => isDirty || havePhotosChanged} />
    </FormProvider>
  );
}
