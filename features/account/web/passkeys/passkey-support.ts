/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = () => typeof PublicKeyCredential === 'function';

/** Whether it offers them in the field for the address. */
export const offersPasskeysInField = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
