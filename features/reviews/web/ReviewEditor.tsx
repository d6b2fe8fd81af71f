import { useInfiniteQuery } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import type { Photo } from '#features/photos/photos.contract.ts';
import { PhotoPicker, usePhotoUploads } from '#features/photos/web/photos.public.tsx';
import { type MyRestaurant, REVIEW_PHOTOS_MAXIMUM } from '#features/restaurants/restaurants.contract.ts';
import { VisitFields } from '#features/restaurants/web/restaurants.public.ts';
import { ReviewSubmission } from '#features/reviews/reviews.contract.ts';
import { ApiProblem } from '#web/api.ts';
import { contractResolver, showServerErrors } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
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

/** The form of a review. The typed text stays in the form until the server has stored it. */
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
  const { mutateAsync, isPaused } = useSubmitReview(mine.id);
  const { rating, review, isShared, isAnonymous } = mine;
  const form = useForm({
    resolver: contractResolver(ReviewSubmission),
    defaultValues: { rating, review, isShared, isAnonymous },
  });
  const photos = usePhotoUploads({ purpose: 'review', initial: before ?? [] });
  const save = form.handleSubmit(async (submission) => {
    if (photos.isUploading || photos.hasFailed) {
      showToast(photos.isUploading ? m.reviews_photos_uploading() : m.reviews_photos_failed(), {
        kind: 'alert',
      });
      return;
    }
    try {
      await mutateAsync({ ...submission, ...(before && { userPhotoFilenames: [...photos.photoIds] }) });
      onDone();
    } catch (problem) {
      if (problem instanceof ApiProblem) showServerErrors({ problem, form });
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={save}>
        {before && <PhotoPicker photos={photos} limit={REVIEW_PHOTOS_MAXIMUM} />}
        <VisitFields />
        {mine.status === '방문 예정' && (
          <p className="type-caption text-ink-3">{m.reviews_becomes_visited()}</p>
        )}
        <div className="grid grid-cols-2 gap-2">
          <Button look="secondary" size="small" onClick={onDone}>
            {m.kit_cancel()}
          </Button>
          <Button size="small" type="submit" isBusy={form.formState.isSubmitting}>
            {isPaused ? m.restaurants_save_when_online() : m.reviews_submit()}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
