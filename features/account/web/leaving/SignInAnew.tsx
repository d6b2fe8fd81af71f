import { useRouter } from '@tanstack/react-router';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { useSignOut } from '../account.queries.ts';

/** For accounts without a password: signs out, and leads back here once one has signed in anew. */
export function SignInAnew() {
  const router = useRouter();
  const signOut = useSignOut();
  const go = () =>
    signOut.mutate(undefined, {
      onSuccess: () => router.navigate({ to: paths.login, search: { from: paths.deleteAccount } }),
    });
  return (
    <Button look="secondary" isBusy={signOut.isPending} onClick={go}>
      {m.account_leaving_sign_in_anew()}
    </Button>
  );
}
