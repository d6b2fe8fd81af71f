import type { PaymentRequest } from '#features/membership/membership.contract.ts';
import type { Returned } from '../outcome/outcome.rules.ts';
import { PAYMENT_WINDOW_LOST } from '../outcome/payment-window-lost.rules.ts';

/**
 * Opens the payment window. On phones the window replaces the page. Therefore the returned promise never settles on
 * phones.
 * @throws if the script fails to load; only a reload of the page loads the script again
 */
export async function openPaymentWindow({
  sdkUrl,
  request,
}: {
  sdkUrl: string;
  request: PaymentRequest;
}): Promise<Returned> {
  const PortOne = await import('@portone/browser-sdk/v2');
  // The SDK offers no other way to set its URL.
  PortOne.__INTERNAL__setPortOneSdkUrl(sdkUrl);
  const { paymentId } = request;
  try {
    const answer = await PortOne.requestPayment(request);
    return answer ? sourcesOf({ ...answer, paymentId }) : { paymentId, code: PAYMENT_WINDOW_LOST };
  } catch (error) {
    if (PortOne.isPaymentError(error)) return sourcesOf({ ...error, message: error.message, paymentId });
    throw error;
  }
}

type ProvidedDetails = { [Name in keyof Returned]: Returned[Name] | undefined } & Pick<Returned, 'paymentId'>;

function sourcesOf({ paymentId, code, message, pgCode, pgMessage }: ProvidedDetails): Returned {
  return {
    paymentId,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(pgCode !== undefined && { pgCode }),
    ...(pgMessage !== undefined && { pgMessage }),
  };
}
