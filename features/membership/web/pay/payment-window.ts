import type { PaymentRequest } from '#features/membership/membership.contract.ts';
import { type Returned, WINDOW_LOST } from '../outcome/outcome.rules.ts';

/**
 * Opens the payment service's window and waits for the person. On phones the window takes the page's place, and this
 * never returns.
 * @throws when the service's script does not come, or breaks; it does not come again before the page is loaded anew
 */
export async function openPaymentWindow({
  sdkUrl,
  request,
}: {
  sdkUrl: string;
  request: PaymentRequest;
}): Promise<Returned> {
  const PortOne = await import('@portone/browser-sdk/v2');
  // Its only way to another address than its own.
  PortOne.__INTERNAL__setPortOneSdkUrl(sdkUrl);
  const { paymentId } = request;
  try {
    const answer = await PortOne.requestPayment(request);
    return answer ? saidBy({ ...answer, paymentId }) : { paymentId, code: WINDOW_LOST };
  } catch (error) {
    if (PortOne.isPaymentError(error)) return saidBy({ ...error, message: error.message, paymentId });
    throw error;
  }
}

type Said = { [Name in keyof Returned]: Returned[Name] | undefined } & Pick<Returned, 'paymentId'>;

/** What it said, without what it did not. */
function saidBy({ paymentId, code, message, pgCode, pgMessage }: Said): Returned {
  return {
    paymentId,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(pgCode !== undefined && { pgCode }),
    ...(pgMessage !== undefined && { pgMessage }),
  };
}
