import { useRouter, useSearch } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useEffect } from 'react';
import { m } from '#messages';
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

  useEffect(() => {
    let isUnmounted = false;
    void supportsPasskeyAutofill().then((isOffered) => {
      if (!isOffered || isUnmounted) return;
      askInField(
        { inField: true },
        { onSuccess: (me) => me && router.navigate({ href: returnPath(from), replace: true }) },
      );
    });
    return () => {
      isUnmounted = true;
      void import('./ceremonies.ts').then(({ cancelPasskeyRequest }) => cancelPasskeyRequest());
    };
  }, [askInField, from, router]);

  if (!supportsPasskeys()) return null;
  const isCancelled = byButton.isSuccess && byButton.data === null;
  const problem = byButton.error ?? inField.error;
  return (
    <>
      <Button
        look="secondary"
        className="w-full"
        isBusy={byButton.isPending || (byButton.isSuccess && !isCancelled)}
        onClick={() =>
          byButton.mutate(
            {},
            { onSuccess: (me) => me && router.navigate({ href: returnPath(from), replace: true }) },
          )
        }
      >
        <Fingerprint aria-hidden="true" />
        {m.security_passkey_log_in()}
      </Button>
      {isCancelled && (
        <p role="status" className="type-sub text-center text-ink-2">
          {m.security_passkey_cancelled()}
        </p>
      )}
      <Alert>{problem && alertSentence({ problem, otherwise: m.problem_account_sign_in_failed() })}</Alert>
    </>
  );
}
