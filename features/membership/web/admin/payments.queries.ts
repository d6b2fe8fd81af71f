import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import {
  type AdminPayment,
  type AdminRefund,
  getAdminPayment,
  listAdminPayments,
  refundAsAdmin,
  markFlagsReviewed,
} from '#features/membership/membership.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';
import { ADMIN_KEY } from '#web/admin/admin-actions.ts';

const POLL_INTERVAL_MS = 3_000;

const isRefundPending = ({ state }: Pick<AdminPayment, 'state'>): boolean => state === 'refund_requested';

export type PaymentsView = 'all' | 'flagged';

/** The query of the payments. `q` is a payment id, a nickname or an e-mail address. */
export const adminPaymentsQuery = ({ q, view }: { q: string; view: PaymentsView }) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN_KEY, 'payments', view, q],
    queryFn: ({ pageParam, signal }) =>
      call(listAdminPayments, {
        querystring: { q, view, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ payments }) => payments.some(isRefundPending)) && POLL_INTERVAL_MS,
    // The previous results stay visible until the new results arrive.
    placeholderData: (before) => before,
  });

/** The query of one payment. It is repeated regularly while a refund is in progress. */
export const adminPaymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment', paymentId],
    queryFn: ({ signal }) => call(getAdminPayment, { params: { paymentId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isRefundPending(data.payment) && POLL_INTERVAL_MS,
  });

export function useAdminRefund() {
  const queryClient = useQueryClient();
  return useSubmission({
    send: ({ paymentId, refund }: { paymentId: string; refund: AdminRefund }, idempotencyKey) =>
      call(refundAsAdmin, { params: { paymentId }, body: refund, idempotencyKey }),
    onSuccess: () => showToast(m.payment_refund_asked()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}

export function useMarkFlagsReviewed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paymentId: string) => call(markFlagsReviewed, { params: { paymentId } }),
    onSuccess: () => showToast(m.admin_payment_settled()),
    onError: (problem) => showToast(messageOf(problem), { kind: 'alert' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}
