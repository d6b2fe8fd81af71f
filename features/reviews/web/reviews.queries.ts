import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { m } from '#messages';
import { takeAnswer, useChangeRestaurant } from '#features/restaurants/web/restaurants.public.ts';
import {
  listReviews,
  type MyPublicReview,
  type NewReport,
  type PublicReview,
  reportReview,
  type Reviews,
  type ReviewSort,
  type ReviewSubmission,
  submitReview,
  updateHasPublicReviewsFlag,
} from '#features/reviews/reviews.contract.ts';
import { type ApiProblem, call, isNetworkProblem } from '#web/api.ts';
import { sentenceOf } from '#web/sentences.ts';
import { showToast } from '#web/ui/Toast.tsx';

/** Under the place's own key, so that whatever makes a place stale makes its reviews stale as well. */
const reviewsKey = (restaurantId: string) => ['restaurants', restaurantId, 'reviews'] as const;

/** What members say of a place, page by page. */
export const reviewsQuery = ({ restaurantId, sort }: { restaurantId: string; sort: ReviewSort }) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey(restaurantId), sort],
    queryFn: ({ pageParam, signal }) =>
      call(listReviews, {
        params: { restaurantId },
        querystring: { sort, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The figures and my own review as they were read last, and all reviews read so far. */
export function readSoFar({ pages }: InfiniteData<Reviews>) {
  const [first] = pages;
  return first && { ...first, reviews: pages.flatMap(({ reviews }) => reviews) };
}

/**
 * Keeps my review of a visit, and shows it to all if I share it. Goes out among the other writes of my list, so that
 * it neither overtakes one nor is overtaken.
 */
export function useSubmitReview(restaurantId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'my-restaurants' },
    meta: { signInSentence: m.account_needed_to_post_review },
    retry: (failures: number, error: ApiProblem) => isNetworkProblem(error) && failures < 2,
    mutationFn: (submission: ReviewSubmission) =>
      call(submitReview, { params: { restaurantId }, body: submission }),
    onError: (error) => showToast(m.reviews_submit_failed({ message: sentenceOf(error) }), { kind: 'alert' }),
    onSuccess: async ({ mine, ...written }) => {
      showToast(m.reviews_submitted());
      if (mine) void countAnew(restaurantId);
      await takeAnswer(queryClient, written);
      showMine(queryClient, { restaurantId, mine });
      await readAgain(queryClient, restaurantId);
    },
  });
}

/** The submission stands without it: the figures were counted with it already. */
async function countAnew(restaurantId: string) {
  try {
    await call(updateHasPublicReviewsFlag, { params: { restaurantId } });
  } catch (error) {
    console.warn('updateHasPublicReviewsFlag', error);
  }
}

/** Lets nobody but me read my review any longer, and offers to take that back. */
export function useWithdrawReview(restaurantId: string) {
  const queryClient = useQueryClient();
  const { mutate } = useChangeRestaurant();
  const share = (isShared: boolean) =>
    mutate(
      { restaurantId, changes: { isShared } },
      { onSettled: () => void readAgain(queryClient, restaurantId) },
    );
  return () => {
    share(false);
    showMine(queryClient, { restaurantId, mine: null });
    showToast(m.reviews_withdrawn(), { action: { label: m.reviews_undo(), onPress: () => share(true) } });
  };
}

/** Tells the admin about a review; it is marked as reported at once. */
export function useReportReview(restaurantId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    retry: (failures: number, error: ApiProblem) => isNetworkProblem(error) && failures < 2,
    mutationFn: ({
      review,
      report,
      idempotencyKey,
    }: {
      review: PublicReview;
      report: NewReport;
      idempotencyKey: string;
    }) => call(reportReview, { params: { reviewId: review.id }, body: report, idempotencyKey }),
    onError: (error) => showToast(sentenceOf(error), { kind: 'alert' }),
    onSuccess: () => showToast(m.reviews_reported_thanks()),
    onSettled: () => readAgain(queryClient, restaurantId),
  });
}

function showMine(
  queryClient: QueryClient,
  { restaurantId, mine }: { restaurantId: string; mine: MyPublicReview | null },
) {
  queryClient.setQueriesData<InfiniteData<Reviews>>(
    { queryKey: reviewsKey(restaurantId) },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, mine })) },
  );
}

const readAgain = (queryClient: QueryClient, restaurantId: string) =>
  queryClient.invalidateQueries({ queryKey: reviewsKey(restaurantId) });
