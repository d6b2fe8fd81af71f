/** Whether this browser supports passkeys. */
export const knowsPasskeys = () => typeof PublicKeyCredential === 'function';

/** Whether it supports suggestions in the e-mail field. */
export const offersPasskeysInField = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
