import type { PaymentRequest } from '#features/membership/membership.contract.ts';
import { type Returned, WINDOW_LOST } from '../outcome/outcome.rules.ts';

/**
 * Opens the payment window and waits for its result. On phones the window replaces the page, and this never returns.
 * @throws if the script fails to load or breaks; it is not loaded again before the page is reloaded
 */
export async function openPaymentWindow({
  sdkUrl,
  request,
}: {
  sdkUrl: string;
  request: PaymentRequest;
}): Promise<Returned> {
  const PortOne = await import('@portone/browser-sdk/v2');
  // The SDK's only way to use another address.
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

/** The reported fields, without absent ones. */
function saidBy({ paymentId, code, message, pgCode, pgMessage }: Said): Returned {
  return {
    paymentId,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(pgCode !== undefined && { pgCode }),
    ...(pgMessage !== undefined && { pgMessage }),
  };
}
