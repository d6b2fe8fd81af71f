import { useQueryClient } from '@tanstack/react-query';
import { useBlocker, useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { NewOrder, PaymentRequest } from '#features/membership/membership.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { isOnline } from '#web/online.ts';
import { paths } from '#web/paths.ts';
import { membershipQuery, useOrderYear } from '../membership.queries.ts';
import type { Returned } from '../outcome/outcome.rules.ts';
import { PAYMENT_WINDOW_LOST } from '../outcome/payment-window-lost.rules.ts';
import { rememberPayment, consumeUnreturnedPayment } from '../payment-return.ts';
import { openPaymentWindow } from './payment-window.ts';

/** Why no payment was started. Nothing was charged. */
export type PaymentFailure = { is: 'offline' } | { is: 'script' } | { is: 'refused'; problem: ApiProblem };

/**
 * Pays an order. On phones the window replaces the page, and the payment service puts the result into the URL. On other
 * devices this hook puts the result into the URL. Therefore both cases continue in the same way, also after a reload.
 */
export function usePay({ onAlreadyPaid }: { onAlreadyPaid: () => void }): {
  /** Whether an order is being created, or the window is open. */
  isBusy: boolean;
  openFor: string | null;
  trouble: PaymentFailure | null;
  /** @param given the order, and the URL of the payment service's script */
  pay: (given: { order: NewOrder; sdkUrl: string }) => void;
  leaveWindow: () => void;
} {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const from = useLocation({ select: ({ state }) => state.from });
  const ordering = useOrderYear();
  const [openFor, setOpenFor] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<PaymentFailure | null>(null);
  const isWaiting = useRef(false);
  useBlocker({ shouldBlockFn: () => isWaiting.current, enableBeforeUnload: false });

  const finish = (returned: Returned) => {
    if (!isWaiting.current) return;
    isWaiting.current = false;
    setOpenFor(null);
    void navigate({ to: paths.payment, search: returned, replace: true, state: (before) => before });
  };

  const enter = async ({ request, sdkUrl }: { request: PaymentRequest; sdkUrl: string }) => {
    const { paymentId } = request;
    isWaiting.current = true;
    setOpenFor(paymentId);
    rememberPayment({ paymentId, from });
    try {
      finish(await openPaymentWindow({ sdkUrl, request }));
    } catch {
      // The payment window was not opened.
      consumeUnreturnedPayment();
      isWaiting.current = false;
      setOpenFor(null);
      setTrouble({ is: 'script' });
    }
  };

  return {
    isBusy: ordering.isPending || openFor !== null,
    openFor,
    trouble,
    pay: ({ order, sdkUrl }) => {
      if (!isOnline()) return setTrouble({ is: 'offline' });
      setTrouble(null);
      ordering.mutate(order, {
        onSuccess: (request) => void enter({ request, sdkUrl }),
        onError: async (problem) => {
          // The membership is fetched again, because the cached membership may be out of date.
          const reading = queryClient.invalidateQueries({ queryKey: membershipQuery.queryKey });
          if (problem.code !== 'membership.already_paid') return setTrouble({ is: 'refused', problem });
          await reading;
          onAlreadyPaid();
        },
      });
    },
    leaveWindow: () => openFor !== null && finish({ paymentId: openFor, code: PAYMENT_WINDOW_LOST }),
  };
}
