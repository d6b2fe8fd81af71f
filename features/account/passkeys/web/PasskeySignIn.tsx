import { useRouter, useSearch } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';
import { returnPath } from '#web/return-path.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { alertSentence } from '../../web/alert-sentence.ts';
import { supportsPasskeys, supportsPasskeyAutofill } from './passkey-support.ts';
import { usePasskeySignIn } from './passkey-sign-in.queries.ts';

/** The browser suggests passkeys in the e-mail field if its `autocomplete` ends with `webauthn`. */
export function PasskeySignIn() {
  const { from } = useSearch({ strict: false });
  const router = useRouter();
  const byButton = usePasskeySignIn();
  const inField = usePasskeySignIn();
  const { mutate: askInField } = inField;

  const openPage = ({ me }: { me: Me | null }) => {
    if (me) void router.navigate({ href: returnPath(from), replace: true });
  };
  const openPageAfterField = useEffectEvent(openPage);

  useEffect(() => {
    let isUnmounted = false;
    void supportsPasskeyAutofill().then((isOffered) => {
      if (!isOffered || isUnmounted) return;
      askInField({ inField: true }, { onSuccess: (answer) => openPageAfterField(answer) });
    });
    return () => {
      isUnmounted = true;
      void import('./ceremonies.ts').then(({ cancelPasskeyRequest }) => cancelPasskeyRequest());
    };
  }, [askInField]);

  if (!supportsPasskeys()) return null;
  const failure = byButton.data?.failure ?? null;
  const problem = byButton.error ?? inField.error;
  return (
    <>
      <Button
        look="secondary"
        className="w-full"
        isBusy={byButton.isPending || (byButton.isSuccess && failure === null)}
        onClick={() => byButton.mutate({}, { onSuccess: openPage })}
      >
        <Fingerprint aria-hidden="true" />
        {m.security_passkey_log_in()}
      </Button>
      {failure === 'cancelled' && (
        <p role="status" className="type-sub text-center text-ink-2">
          {m.security_passkey_cancelled()}
        </p>
      )}
      <Alert>{failure !== null && failure !== 'cancelled' && m.security_passkey_impossible()}</Alert>
      <Alert>{problem && alertSentence({ problem, otherwise: m.problem_account_sign_in_failed() })}</Alert>
    </>
  );
}
