import type { Settings } from '#server/config.ts';

type Sources = Record<'connect' | 'form' | 'frame' | 'script', string[]>;

/**
 * What paying needs of the content security policy; null where nobody can pay. PortOne's script lies on one origin,
 * and its service on hosts of its own. The windows of card and payment companies lie on hosts that are theirs to change,
 * as frames or entered by a form. Tried with the sandbox alone.
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
