import { currentInAppBrowser } from '#web/browser/in-app-browser.ts';

/** Browsers inside other apps have no access to passkeys, even if they have the interface. */
export const supportsPasskeys = () =>
  typeof PublicKeyCredential === 'function' && currentInAppBrowser() === null;

export const supportsPasskeyAutofill = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
