import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** WebAuthn options as in the contract, which types only the challenge; the browser validates the rest. */
type Options = { challenge: string; [part: string]: unknown };

/**
 * The browser's answer, or the reason for a failure. `is_there`: the device already has a passkey of this account.
 */
export type CeremonyOutcome<Answer> =
  | { answer: Answer }
  | { failure: 'cancelled' | 'is_there' | 'impossible' };

/** Asks the browser to create a passkey. */
export const createPasskey = (options: Options) =>
  outcomeOf(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );

/** Asks the browser for a passkey: in a dialog, or as a suggestion in the e-mail field. */
export const requestPasskey = (options: Options, { inField = false } = {}) =>
  outcomeOf(() =>
    startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: inField,
    }),
  );

/** Cancels the pending suggestion in the e-mail field. */
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
