import { useQuery } from '@tanstack/react-query';
import { Fingerprint, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import type { Security } from '#features/account/security/security.contract.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { relativeTime } from '#web/format/relative-time.ts';
import { providerName } from '../../providers/web/provider-name.ts';
import { ReauthenticationDialog } from '../../reauthentication/web/ReauthenticationDialog.tsx';
import { ProviderTile } from '../../providers/web/ProviderTile.tsx';
import { securityQuery } from '../../security/web/security.queries.ts';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SettingsList, SettingsRow } from '../../settings/web/SettingsList.tsx';
import { SettingsSection } from '../../settings/web/SettingsSection.tsx';
import { useFinishReview } from './recovery.queries.ts';
import { securityNoticesQuery } from './security-notices.queries.ts';

/** Renders nothing if no review is due. */
export function ReviewSection() {
  const isDue = useQuery(securityNoticesQuery).data?.isReviewDue ?? false;
  return isDue ? <Review /> : null;
}

function Review() {
  const [now] = useState(Date.now);
  const query = useQuery({ ...securityQuery, select: (security) => methodsOf({ security, now }) });
  const [strange, setStrange] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const marked = query.data?.filter(({ id }) => strange.includes(id)) ?? [];
  const finish = useFinishReview({
    passkeys: marked.flatMap(({ passkeyId }) => passkeyId ?? []),
    providers: marked.flatMap(({ provider }) => provider ?? []),
    secondFactor: marked.some(({ id }) => id === SECOND_FACTOR),
  });
  const removes = marked.length > 0;
  return (
    <SettingsSection title={m.recovery_review()} text={m.recovery_review_text()}>
      <SettingsList query={query}>
        {(methods) =>
          methods.map(({ id, icon, title, facts }) => (
            <SettingsRow key={id} icon={icon} title={title} facts={facts}>
              <Checkbox
                label={m.recovery_not_mine()}
                aria-label={m.recovery_not_mine_label({ method: title })}
                checked={strange.includes(id)}
                onChange={({ target }) =>
                  setStrange((before) =>
                    target.checked ? [...before, id] : before.filter((other) => other !== id),
                  )
                }
              />
            </SettingsRow>
          ))
        }
      </SettingsList>
      <NetworkButton className="justify-self-start" onClick={() => setAsking(true)}>
        {m.recovery_review_done()}
      </NetworkButton>
      <ReauthenticationDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={removes ? m.recovery_review_remove_title() : m.recovery_review_keep_title()}
        text={removes ? m.recovery_review_remove_text() : m.recovery_review_keep_text()}
        confirmLabel={m.recovery_review_done()}
        isDangerous={removes}
        change={finish}
        onDone={() => showToast(m.recovery_review_finished())}
      />
    </SettingsSection>
  );
}

const SECOND_FACTOR = 'second-factor';

type Method = {
  id: string;
  icon: ReactNode;
  title: string;
  facts: readonly (string | null)[];
  passkeyId?: string;
  provider?: Security['providers'][number]['provider'];
};

function methodsOf({ security, now }: { security: Security; now: number }): Method[] {
  const { passkeys, providers, secondFactor } = security;
  return [
    ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id: `passkey ${id}`,
      passkeyId: id,
      icon: <Fingerprint aria-hidden="true" />,
      title: name,
      facts: [
        m.security_passkey_created({ when: relativeTime({ at: createdAt, now, zone: localZone() }) }),
        lastUsedAt === null
          ? m.security_passkey_unused()
          : m.security_passkey_used({ when: relativeTime({ at: lastUsedAt, now, zone: localZone() }) }),
      ],
    })),
    ...providers.map(({ provider, linkedAt }) => ({
      id: `provider ${provider}`,
      provider,
      icon: <ProviderTile provider={provider} />,
      title: providerName(provider),
      facts: [m.security_provider_linked({ when: relativeTime({ at: linkedAt, now, zone: localZone() }) })],
    })),
    ...(secondFactor.isOn
      ? [
          {
            id: SECOND_FACTOR,
            icon: <ShieldCheck aria-hidden="true" />,
            title: m.security_second_factor(),
            facts: [m.security_recovery_codes_left({ count: secondFactor.recoveryCodesLeft })],
          },
        ]
      : []),
  ];
}
