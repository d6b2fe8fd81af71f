import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** The browser validates the other parts. */
type Options = { challenge: string; [part: string]: unknown };

/** `is_there`: the device already has a passkey of this account. */
export type CeremonyOutcome<Answer> =
  | { answer: Answer }
  | { failure: 'cancelled' | 'is_there' | 'impossible' };

export const createPasskey = (options: Options) =>
  outcomeOf(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );

/** `inField`: a suggestion in the e-mail field instead of a dialog. */
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
