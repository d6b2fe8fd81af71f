import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { supportsPasskeys } from '../../passkeys/web/passkey-support.ts';
import { usePasskeySignIn } from '../../passkeys/web/passkey-sign-in.queries.ts';
import { ProviderMark } from '../../providers/web/ProviderMark.tsx';
import { providerName } from '../../providers/web/provider-name.ts';
import { signInOptionsQuery } from '../../providers/web/providers.queries.ts';
import { securityQuery, useReauthenticateByProvider } from '../../security/web/security.queries.ts';

export function OtherReauthenticationMethods({
  page,
  onReauthenticated,
}: {
  /** The page to which a provider redirects back. */
  page: 'settings' | 'deletion';
  /** Called after the re-authentication. A method that leaves the page does not call it. */
  onReauthenticated: () => void;
}) {
  const security = useQuery(securityQuery).data;
  const offered = useQuery(signInOptionsQuery).data?.providers ?? [];
  const byProvider = useReauthenticateByProvider();
  const byPasskey = usePasskeySignIn();
  const showReason = (error: unknown) => showToast(messageOf(error), { kind: 'alert' });
  const providers = security?.providers.map(({ provider }) => provider) ?? [];
  const hasPasskey = supportsPasskeys() && (security?.passkeys.length ?? 0) > 0;
  return (
    <div className="grid gap-2">
      {providers
        .filter((provider) => offered.includes(provider))
        .map((provider) => (
          <Button
            key={provider}
            look="secondary"
            isBusy={byProvider.variables?.provider === provider && !byProvider.isError}
            onClick={() => byProvider.mutate({ provider, page }, { onError: showReason })}
          >
            {/* Kakao's and Naver's logos are left out, because they need a button in the brand's colour. */}
            {provider === 'google' && <ProviderMark provider={provider} />}
            {m.security_reauthenticate_by({ provider: providerName(provider) })}
          </Button>
        ))}
      {hasPasskey && (
        <Button
          look="secondary"
          isBusy={byPasskey.isPending}
          onClick={() =>
            byPasskey.mutate({}, { onSuccess: (me) => me && onReauthenticated(), onError: showReason })
          }
        >
          <Fingerprint aria-hidden="true" />
          {m.security_reauthenticate_by_passkey()}
        </Button>
      )}
      <LinkButton to={paths.passwordReset} look="soft" size="small">
        {m.security_reauthenticate_by_password()}
      </LinkButton>
    </div>
  );
}
