import type { Settings } from '#server/config.ts';

type Sources = Record<'connect' | 'form' | 'frame' | 'script', string[]>;

/**
 * Returns the sources of the payment SDK for the content security policy, or null if payment is not configured.
 * The windows of card and payment companies open as frames or by a form.
 * Their hosts may change at any time. Therefore `form` and `frame` allow every https host. The policy was verified only
 * with the sandbox.
 */
export function paymentSources({ PORTONE_STORE_ID, PORTONE_BROWSER_SDK_URL }: Settings): Sources | null {
  if (!PORTONE_STORE_ID) return null;
  const { origin } = new URL(PORTONE_BROWSER_SDK_URL);
  return {
    connect: [origin, 'https://*.portone.io', 'https://*.iamport.co'],
    form: ['https:'],
    frame: [origin, 'https:'],
    script: [origin],
  };
}
