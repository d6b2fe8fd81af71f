import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** What the server's options look like in the contract; the browser checks the rest. */
type Options = { challenge: string; [part: string]: unknown };

/** The browser's answer, or why there is none: the person turned away, or the device has one already. */
export type CeremonyOutcome<Answer> =
  | { answer: Answer }
  | { failure: 'cancelled' | 'is_there' | 'impossible' };

/** Asks the browser to make a passkey. */
export const createPasskey = (options: Options) =>
  outcomeOf(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );

/** Asks the browser for a passkey: in a window of its own, or among what it fills into the field for the address. */
export const askForPasskey = (options: Options, { inField = false } = {}) =>
  outcomeOf(() =>
    startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: inField,
    }),
  );

/** Ends a question that waits in a field. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony();

async function outcomeOf<Answer>(run: () => Promise<Answer>): Promise<CeremonyOutcome<Answer>> {
  try {
    return { answer: await run() };
  } catch (error) {
    const { name } = error as Error;
    if (name === 'InvalidStateError') return { failure: 'is_there' };
    return { failure: name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'impossible' };
  }
}
