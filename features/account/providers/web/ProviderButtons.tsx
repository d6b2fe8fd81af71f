import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { m } from '#messages';
import type { ProviderId, ProviderProblem } from '#features/account/providers/providers.contract.ts';
import { currentInAppBrowser } from '#web/browser/in-app-browser.ts';
import { classes } from '#web/ui/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { OpenInBrowser } from '#web/ui/OpenInBrowser.tsx';
import { ProviderMark } from './ProviderMark.tsx';
import { providerName } from './provider-name.ts';
import { signInOptionsQuery, useProviderSignIn } from './providers.queries.ts';

/** `join`: a sign-up that leads back to the page on which the person was. */
type Intent = 'sign_in' | 'sign_up' | 'join';

/** Most members have a Kakao account. */
const ORDER: readonly ProviderId[] = ['kakao', 'naver', 'google'];

/**
 * Returns the buttons of the providers. Returns undefined if no provider is configured.
 * @param from the page that opens after the sign-in; by default the one in the address
 */
export function useProviderButtons(intent: Intent, from?: string) {
  const { data, isError, isFetching, refetch } = useQuery(signInOptionsQuery);
  if (isError)
    return (
      <Alert>
        {m.account_providers_load_failed()}{' '}
        <button
          type="button"
          className="link"
          aria-busy={isFetching || undefined}
          onClick={() => void refetch()}
        >
          {m.kit_reload()}
        </button>
      </Alert>
    );
  const providers = ORDER.filter((provider) => data?.providers.includes(provider));
  return providers.length > 0 ? (
    <ProviderButtons providers={providers} intent={intent} page={from} />
  ) : undefined;
}

function ProviderButtons({
  providers,
  intent,
  page,
}: {
  providers: readonly ProviderId[];
  intent: Intent;
  page: string | undefined;
}) {
  const { from = page, via, problem } = useSearch({ strict: false });
  const leave = useProviderSignIn();
  const failed = leave.error ? leave.variables?.provider : undefined;
  const inApp = currentInAppBrowser();
  // Google refuses to sign in inside other apps.
  const shown = inApp ? providers.filter((provider) => provider !== 'google') : providers;
  return (
    <>
      {shown.map((provider) => (
        <Button
          key={provider}
          look={provider === 'google' ? 'secondary' : 'bare'}
          className={classes('w-full', LOOKS[provider])}
          isBusy={leave.variables?.provider === provider && (leave.isPending || leave.isSuccess)}
          onClick={() =>
            leave.mutate({
              provider,
              intent: intent === 'join' ? 'sign_up' : intent,
              ...(from && { from }),
            })
          }
        >
          <ProviderMark provider={provider} />
          {labelOf({ provider, intent })}
        </Button>
      ))}
      {inApp && shown.length < providers.length && (
        <div className="grid gap-2 rounded-field bg-sunken p-3.5">
          <p className="type-sub text-ink-2">{m.account_google_not_in_app({ app: inApp.name })}</p>
          <OpenInBrowser {...inApp} />
        </div>
      )}
      {intent !== 'sign_in' && (
        <p className="type-caption text-center text-ink-3">{m.account_provider_agree()}</p>
      )}
      <ProviderAlert
        provider={failed ?? via}
        problem={failed ? 'failed' : problem}
        isUnreachable={leave.error?.code.startsWith('network.') ?? false}
        intent={intent}
      />
    </>
  );
}

/** Shows the problem of a sign-in. A cancellation is not shown as an error. */
function ProviderAlert({
  provider,
  problem,
  isUnreachable,
  intent,
}: {
  provider: ProviderId | undefined;
  problem: ProviderProblem | undefined;
  isUnreachable: boolean;
  intent: Intent;
}) {
  if (!provider || !problem) return null;
  const name = providerName(provider);
  if (problem === 'cancelled')
    return (
      <p role="status" className="type-sub text-center text-ink-2">
        {m.account_provider_cancelled({ provider: name })}
      </p>
    );
  const failed =
    intent === 'sign_in'
      ? m.account_provider_login_failed({ provider: name })
      : m.account_provider_sign_up_failed({ provider: name });
  const more = isUnreachable ? m.account_check_connection() : MORE[problem]?.({ provider: name });
  return (
    <Alert>
      {failed} {more}
    </Alert>
  );
}

const MORE: Partial<Record<ProviderProblem, (names: { provider: string }) => string>> = {
  account_exists: m.account_provider_account_exists,
  email_missing: m.account_provider_email_missing,
  too_many: m.account_provider_too_many,
  review_due: m.account_provider_review_due,
};

/** Google's logo may be used on our light and dark backgrounds. Kakao and Naver require their brand colours. */
const LOOKS: Record<ProviderId, string> = {
  google: '',
  kakao: 'bg-[#fee500] text-[#191600] hover:bg-[#f5dc00]',
  naver: 'bg-[#0b7a3b] text-[#fff] hover:bg-[#096631]',
};

const LABELS = {
  sign_in: m.account_provider_log_in,
  sign_up: m.account_provider_sign_up,
  join: m.account_provider_join,
} as const;

const labelOf = ({ provider, intent }: { provider: ProviderId; intent: Intent }) =>
  LABELS[intent]({ provider: providerName(provider) });
