export const supportsPasskeys = () => typeof PublicKeyCredential === 'function';

/** Whether this browser can suggest passkeys in the e-mail field. */
export const supportsPasskeyAutofill = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
