import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** The server's options in the contract; the browser validates the rest. */
type Options = { challenge: string; [part: string]: unknown };

/** The browser's answer, or why there is none: cancelled, or a passkey exists on the device. */
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

/** Cancels a pending request in a field. */
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
