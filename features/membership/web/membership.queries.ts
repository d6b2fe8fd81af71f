import {
  infiniteQueryOptions,
  type InfiniteData,
  queryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { meQuery, tellOtherTabs } from '#features/account/web/account.public.ts';
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
import { askedAgainAfter, isOnItsWay } from './outcome/outcome.rules.ts';

const MEMBERSHIP_KEY = ['membership'] as const;

export type Membership = CallOutput<typeof getMembership>;

/** A membership that there is something to pay for, and something to pay with. */
export type Payable = Membership & {
  payment: NonNullable<Membership['payment']>;
  nextPeriod: NonNullable<Membership['nextPeriod']>;
};

export const isPayable = (membership: Membership): membership is Payable =>
  membership.payment !== null && membership.nextPeriod !== null;

/** My membership and how it can be paid for. Another tab may have paid: it is read again whenever this one is looked at. */
export const membershipQuery = queryOptions({
  queryKey: [...MEMBERSHIP_KEY, 'standing'],
  queryFn: ({ signal }) => call(getMembership, { signal }),
  staleTime: 0,
});

/** Orders a year. Without a connection it fails at once: nobody wants to pay long after they walked away. */
export const useOrderYear = () =>
  useMutation({
    networkMode: 'always',
    mutationFn: (order: NewOrder) => call(createOrder, { body: order }),
  });

/**
 * What became of a payment: asks the payment service through our server, again and again with longer waits while it is
 * on its way. What it grants or takes back counts in this browser at once.
 */
export const outcomeQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...MEMBERSHIP_KEY, 'outcome', paymentId],
    queryFn: async ({ client, signal }) => {
      const answer = await call(processPortOnePayment, { body: { paymentId }, signal });
      takeTier(client, answer);
      return answer.payment;
    },
    staleTime: 0,
    // A lost connection is what this has to outlast: `refetchInterval` asks again after every failure as well.
    retry: false,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const isOpen = data ? isOnItsWay(data) : error === null || mayPass(error);
      return isOpen && askedAgainAfter(dataUpdateCount + errorUpdateCount);
    },
  });

/** Neither a no of ours nor a session that ended, which the shell takes care of. */
const mayPass = (error: ApiProblem): boolean => isNetworkProblem(error) || error.status >= 500;

const PAYMENTS_KEY = [...MEMBERSHIP_KEY, 'payments'] as const;

/** My payments, latest first, page by page. */
export const paymentsQuery = infiniteQueryOptions({
  queryKey: PAYMENTS_KEY,
  queryFn: ({ pageParam, signal }) =>
    call(listPayments, { querystring: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Gives a payment back; what comes of it is told by `outcomeQuery`. */
export function useRefund() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({
      paymentId,
      reason,
      idempotencyKey,
    }: {
      paymentId: string;
      reason: string;
      idempotencyKey: string;
    }) => call(refundPayment, { params: { paymentId }, body: { reason }, idempotencyKey }),
    onSuccess: (payment) => {
      queryClient.setQueryData(outcomeQuery(payment.paymentId).queryKey, payment);
      showPayment(queryClient, payment);
    },
    // Why it was refused may have changed what can be done.
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

/** Everything that another tier shows differently. */
const OF_THE_TIER = ['my-restaurants', 'restaurants', 'provided-restaurants', 'list-shares', 'shared-lists'];

/** Where the tier or its end has changed: the badge, the list, provided places and shares follow, here and in other tabs. */
function takeTier(
  queryClient: QueryClient,
  {
    tier,
    paidTierExpiresAt,
    payment,
  }: { tier: 'free' | 'paid'; paidTierExpiresAt: number | null; payment: Payment },
): void {
  showPayment(queryClient, payment);
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (!me || (me.accountTier === tier && me.paidTierExpiresAt === paidTierExpiresAt)) return;
  queryClient.setQueryData(
    meQuery.queryKey,
    (before) => before && { ...before, accountTier: tier, paidTierExpiresAt },
  );
  for (const name of OF_THE_TIER) void queryClient.invalidateQueries({ queryKey: [name] });
  void queryClient.invalidateQueries({ queryKey: membershipQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: PAYMENTS_KEY });
  tellOtherTabs({ uid: me.uid });
}
