import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  approveReview,
  listModeratedReviews,
  type ModeratedReview,
  type ModerationView,
  rejectReview,
} from '#features/reviews/moderation.contract.ts';
import { ApiProblem, call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { ADMIN_KEY } from '#web/admin/admin-actions.ts';

type Reviews = Awaited<ReturnType<typeof read>>;

const keyOf = (view: ModerationView) => [...ADMIN_KEY, 'reviews', view] as const;

const read = ({
  view,
  cursor,
  signal,
}: {
  view: ModerationView;
  cursor: string | null;
  signal: AbortSignal;
}) => call(listModeratedReviews, { querystring: { view, ...(cursor !== null && { cursor }) }, signal });

export const moderatedQuery = (view: ModerationView) =>
  infiniteQueryOptions({
    queryKey: keyOf(view),
    queryFn: ({ pageParam, signal }) => read({ view, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/**
 * Decides about a review. The review disappears at once. If the server rejects the decision, the review is shown again.
 * The server rejects the decision if the review was changed or reported after the admin saw it.
 */
export function useModeration(view: ModerationView) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      review: { id: reviewId, revision, reports },
      reason,
    }: {
      review: ModeratedReview;
      reason: string | null;
    }) => {
      const read = { revision, reports: reports.length };
      return reason === null
        ? call(approveReview, { params: { reviewId }, body: read })
        : call(rejectReview, { params: { reviewId }, body: { ...read, reason } });
    },
    onMutate: async ({ review }) => {
      await queryClient.cancelQueries({ queryKey: keyOf(view) });
      queryClient.setQueryData<InfiniteData<Reviews>>(
        keyOf(view),
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              reviews: page.reviews.filter(({ id }) => id !== review.id),
            })),
          },
      );
    },
    onSuccess: (_answer, { reason }) => showToast(reason === null ? m.admin_approved() : m.admin_rejected()),
    onError: (error) =>
      showToast(isOutdated(error) ? m.problem_request_malformed() : messageOf(error), { kind: 'alert' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}

/**
 * Whether the server found the decision invalid. The screen has checked the decision before, so the screen and the
 * server then have different versions.
 */
const isOutdated = (error: Error): boolean => error instanceof ApiProblem && error.code === 'request.invalid';
