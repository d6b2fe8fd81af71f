import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** Options of a passkey request. The browser validates the parts that are not listed. */
type Options = { challenge: string; [part: string]: unknown };

/** The outcome of a passkey request. `is_there` means that the device already has a passkey of this account. */
export type CeremonyOutcome<Answer> =
  | { answer: Answer }
  | { failure: 'cancelled' | 'is_there' | 'impossible' };

export const createPasskey = (options: Options) =>
  outcomeOf(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );

/**
 * Requests a passkey. With `inField`, the browser suggests passkeys in the e-mail field instead of showing a dialog.
 */
export const requestPasskey = (options: Options, { inField = false } = {}) =>
  outcomeOf(() =>
    startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: inField,
    }),
  );

export const cancelPasskeyRequest = () => WebAuthnAbortService.cancelCeremony();

async function outcomeOf<Answer>(run: () => Promise<Answer>): Promise<CeremonyOutcome<Answer>> {
  try {
    return { answer: await run() };
  } catch (error) {
    const { name } = error as Error;
    if (name === 'InvalidStateError') return { failure: 'is_there' };
    return { failure: name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'impossible' };
  }
}
