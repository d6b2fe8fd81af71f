export const supportsPasskeys = () => typeof PublicKeyCredential === 'function';

export const supportsPasskeyAutofill = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
