import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import {
  applyResponse,
  type Change,
  changeRestaurant,
  useChangeRestaurant,
} from '#features/restaurants/web/restaurants.public.ts';
import {
  listReviews,
  type MyPublicReview,
  type NewReport,
  type PublicReview,
  reportReview,
  type Reviews,
  type ReviewSort,
  updateHasPublicReviewsFlag,
} from '#features/reviews/reviews.contract.ts';
import { call, retryLostConnection } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { outboxed } from '#web/outbox/page-outbox.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';

/**
 * Returns the start of the query key. It begins with the key of the restaurant, so that invalidating the restaurant
 * also invalidates its reviews.
 */
const reviewsKey = (restaurantId: string) => ['restaurants', restaurantId, 'reviews'] as const;

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

export function loadedReviews({ pages }: InfiniteData<Reviews>) {
  const [first] = pages;
  return first && { ...first, reviews: pages.flatMap(({ reviews }) => reviews) };
}

/** Stores the member's review with the saved restaurant. Without a connection, the review is sent later. */
export function useSubmitReview({ id: restaurantId }: Pick<MyRestaurant, 'id'>) {
  const queryClient = useQueryClient();
  return useMutation({
    ...outboxed,
    meta: { signInSentence: m.account_needed_to_post_review },
    mutationFn: (change: Omit<Change, 'restaurantId'>) =>
      changeRestaurant(queryClient, { restaurantId, ...change }, { failed: m.reviews_submit_failed }),
    onError: (error) => showToast(m.reviews_submit_failed({ message: messageOf(error) }), { kind: 'alert' }),
    onSuccess: async (written) => {
      if (!written) return;
      showToast(m.reviews_submitted());
      if (written.restaurant?.isShared) void recalculateSummary(restaurantId);
      await applyResponse(queryClient, written);
      await refetchList(queryClient, restaurantId);
    },
  });
}

/**
 * Requests an update of the summary. A failure is ignored, because the submission has already updated the summary.
 */
async function recalculateSummary(restaurantId: string) {
  try {
    await call(updateHasPublicReviewsFlag, { params: { restaurantId } });
  } catch (error) {
    console.warn('updateHasPublicReviewsFlag', error);
  }
}

export function useWithdrawReview(restaurantId: string) {
  const queryClient = useQueryClient();
  const { mutate } = useChangeRestaurant({ onSettled: () => void refetchList(queryClient, restaurantId) });
  const share = (isShared: boolean) => mutate({ restaurantId, changes: { isShared } });
  return () => {
    share(false);
    showOwnReview(queryClient, { restaurantId, mine: null });
    showToast(m.reviews_withdrawn(), { action: { label: m.reviews_undo(), onPress: () => share(true) } });
  };
}

export function useReportReview(restaurantId: string) {
  const queryClient = useQueryClient();
  return useSubmission({
    retry: retryLostConnection,
    send: ({ reviewId, report }: { reviewId: PublicReview['id']; report: NewReport }, idempotencyKey) =>
      call(reportReview, { params: { reviewId }, body: report, idempotencyKey }),
    onError: (error) => showToast(messageOf(error), { kind: 'alert' }),
    onSuccess: () => showToast(m.reviews_reported_thanks()),
    onSettled: () => refetchList(queryClient, restaurantId),
  });
}

function showOwnReview(
  queryClient: QueryClient,
  { restaurantId, mine }: { restaurantId: string; mine: MyPublicReview | null },
) {
  queryClient.setQueriesData<InfiniteData<Reviews>>(
    { queryKey: reviewsKey(restaurantId) },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, mine })) },
  );
}

const refetchList = (queryClient: QueryClient, restaurantId: string) =>
  queryClient.invalidateQueries({ queryKey: reviewsKey(restaurantId) });
