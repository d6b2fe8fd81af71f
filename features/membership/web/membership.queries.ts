import {
  infiniteQueryOptions,
  type InfiniteData,
  queryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { m } from '#messages';
import { meQuery, notifyOtherTabs } from '#features/account/web/account.public.ts';
import {
  createOrder,
  getMembership,
  listPayments,
  type NewOrder,
  type Payment,
  processPortOnePayment,
  refundPayment,
} from '#features/membership/membership.contract.ts';
import { type ApiProblem, type CallOutput, call, isNetworkProblem } from '#web/api.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useSubmission } from '#web/requests/use-submission.ts';
import { pollDelay, isPending } from './outcome/outcome.rules.ts';

const MEMBERSHIP_KEY = ['membership'] as const;

export type Membership = CallOutput<typeof getMembership>;

export type Payable = Membership & {
  payment: NonNullable<Membership['payment']>;
  nextPeriod: NonNullable<Membership['nextPeriod']>;
};

export const isPayable = (membership: Membership): membership is Payable =>
  membership.payment !== null && membership.nextPeriod !== null;

/** Query for the membership. The query is repeated when the tab gets the focus, because another tab may have paid. */
export const membershipQuery = queryOptions({
  queryKey: [...MEMBERSHIP_KEY, 'status'],
  queryFn: ({ signal }) => call(getMembership, { signal }),
  staleTime: 0,
});

/** Creates an order. */
export const useOrderYear = () =>
  useMutation({
    mutationFn: (order: NewOrder) => call(createOrder, { body: order }),
  });

/**
 * Query for the result of a payment. While the payment is pending, the query polls with growing intervals. A changed
 * tier takes effect in this browser immediately.
 */
export const outcomeQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...MEMBERSHIP_KEY, 'outcome', paymentId],
    queryFn: async ({ client, signal }) => {
      const answer = await call(processPortOnePayment, { body: { paymentId }, signal });
      applyTier(client, answer);
      return answer.payment;
    },
    staleTime: 0,
    // `refetchInterval` also repeats the query after failures. Therefore polling survives a lost connection.
    retry: false,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const isOpen = data ? isPending(data) : error === null || isTransient(error);
      return isOpen && pollDelay(dataUpdateCount + errorUpdateCount);
    },
  });

/** Network errors and answers with status 500 or above are temporary. All other problems are not. */
const isTransient = (error: ApiProblem): boolean => isNetworkProblem(error) || error.status >= 500;

const PAYMENTS_KEY = [...MEMBERSHIP_KEY, 'payments'] as const;

/** Query for my payments, the latest first. */
export const paymentsQuery = infiniteQueryOptions({
  queryKey: PAYMENTS_KEY,
  queryFn: ({ pageParam, signal }) =>
    call(listPayments, { querystring: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Requests a refund. `outcomeQuery` shows the result. */
export function useRefund() {
  const queryClient = useQueryClient();
  return useSubmission({
    send: ({ paymentId, reason }: { paymentId: string; reason: string }, idempotencyKey) =>
      call(refundPayment, { params: { paymentId }, body: { reason }, idempotencyKey }),
    onSuccess: (payment) => {
      showToast(m.payment_refund_asked());
      queryClient.setQueryData(outcomeQuery(payment.paymentId).queryKey, payment);
      showPayment(queryClient, payment);
    },
    // The list is refetched, because the possible actions may have changed.
    onError: () => queryClient.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  });
}

type Payments = InfiniteData<{ payments: Payment[]; nextCursor: string | null }, string | null>;

function showPayment(queryClient: QueryClient, payment: Payment): void {
  queryClient.setQueryData<Payments>(
    PAYMENTS_KEY,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          payments: page.payments.map((each) => (each.paymentId === payment.paymentId ? payment : each)),
        })),
      },
  );
}

const OF_THE_TIER = ['my-restaurants', 'restaurants', 'provided-restaurants', 'list-shares', 'shared-lists'];

function applyTier(
  queryClient: QueryClient,
  {
    tier,
    paidTierExpiresAt,
    endedByRefund,
    payment,
  }: { tier: 'free' | 'paid'; paidTierExpiresAt: number | null; endedByRefund: boolean; payment: Payment },
): void {
  showPayment(queryClient, payment);
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (!me || (me.accountTier === tier && me.paidTierExpiresAt === paidTierExpiresAt)) return;
  queryClient.setQueryData(
    meQuery.queryKey,
    (before) => before && { ...before, accountTier: tier, paidTierExpiresAt, endedByRefund },
  );
  for (const name of OF_THE_TIER) void queryClient.invalidateQueries({ queryKey: [name] });
  void queryClient.invalidateQueries({ queryKey: membershipQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: PAYMENTS_KEY });
  notifyOtherTabs({ uid: me.uid });
}
