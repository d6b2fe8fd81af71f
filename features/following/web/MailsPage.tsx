import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import { useMe } from '#features/account/web/account.public.ts';
import type { MailKind, MailSubscription } from '#features/following/following.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { mailSubscriptionsQuery, useChangeSubscription } from './following.queries.ts';
import { MAIL_NAMES } from './mail-names.ts';

const CONSENT_TEXTS: Record<MailKind, () => string> = {
  episodes: m.following_consent_episodes,
  forgotten: m.following_consent_forgotten,
};

/** A page with a separate consent for each kind of advertising mail. Each consent is off by default. */
export function MailsPage() {
  const me = useMe();
  const { data, error, refetch } = useQuery(mailSubscriptionsQuery);
  return (
    <Page title={m.following_mails_title()} className="max-w-[720px]">
      {me && (
        <p className="mb-4 text-ink-2">
          {me.emailVerified ? (
            m.following_mails_lead({ email: me.email })
          ) : (
            <>
              {m.following_mails_verify()}
              <Link to={paths.accountSettings} className="link flex min-h-11 w-fit items-center">
                {m.following_mails_verify_open()}
              </Link>
            </>
          )}
        </p>
      )}
      {data ? (
        <div className="grid gap-4">
          {data.map((subscription) => (
            <Consent
              key={subscription.kind}
              subscription={subscription}
              isPossible={subscription.isActive || me?.emailVerified === true}
            />
          ))}
          <p className="type-sub text-ink-2">{m.following_consent_terms()}</p>
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonPanels shapes={['h-40', 'h-40']} />
      )}
    </Page>
  );
}

function Consent({
  subscription: { kind, isActive, changedAt },
  isPossible,
}: {
  subscription: MailSubscription;
  isPossible: boolean;
}) {
  const change = useChangeSubscription(kind);
  const name = MAIL_NAMES[kind]();
  const day = changedAt === null ? null : dateOf(changedAt, { zone: KOREA });
  const result = { name, day: day ?? '' };
  return (
    <section aria-labelledby={`mails-${kind}`} className="rounded-card bg-surface p-4 shadow-1">
      <h2 id={`mails-${kind}`} className="type-h3">
        {name}
      </h2>
      <p className="type-sub mt-1 text-ink-2">{CONSENT_TEXTS[kind]()}</p>
      <Checkbox
        className="mt-2"
        label={m.following_consent_agree({ name })}
        checked={change.isPending ? change.variables : isActive}
        disabled={!isPossible || change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      <p role="status" className="type-caption numbers text-ink-2">
        {day !== null &&
          (change.isSuccess
            ? isActive
              ? m.following_consent_given(result)
              : m.following_consent_withdrawn(result)
            : isActive
              ? m.following_consent_since({ day })
              : m.following_consent_until({ day }))}
      </p>
    </section>
  );
}
