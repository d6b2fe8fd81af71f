import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import type { ProviderId } from '#features/account/providers/providers.contract.ts';
import type { Security } from '#features/account/security/security.contract.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { relativeTime } from '#web/format/relative-time.ts';
import { providerName } from './provider-name.ts';
import { signInOptionsQuery } from './providers.queries.ts';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SettingsList, SettingsRow } from '../../settings/web/SettingsList.tsx';
import { SettingsSection } from '../../settings/web/SettingsSection.tsx';
import { ReauthenticationDialog } from '../../reauthentication/web/ReauthenticationDialog.tsx';
import { ProviderTile } from './ProviderTile.tsx';
import { securityQuery, useLinkProvider, useUnlinkProvider } from '../../security/web/security.queries.ts';

export function ProvidersSection() {
  const offered = useQuery(signInOptionsQuery).data?.providers ?? [];
  const query = useQuery({ ...securityQuery, select: ({ providers }) => rowsOf({ providers, offered }) });
  if (query.data?.length === 0) return null;
  return (
    <SettingsSection title={m.security_providers()} text={m.security_providers_text()}>
      <SettingsList query={query}>
        {(rows) => rows.map((row) => <ProviderRow key={`${row.provider} ${row.linkedAt}`} {...row} />)}
      </SettingsList>
    </SettingsSection>
  );
}

type Row = { provider: ProviderId; linkedAt: number | null };

/** Returns the providers to show. These include linked providers that are no longer configured. */
function rowsOf({
  providers,
  offered,
}: Pick<Security, 'providers'> & { offered: readonly ProviderId[] }): Row[] {
  const notLinked = offered.filter((one) => !providers.some(({ provider }) => provider === one));
  return [...providers, ...notLinked.map((provider) => ({ provider, linkedAt: null }))];
}

function ProviderRow({ provider, linkedAt }: Row) {
  const [isAsking, setAsking] = useState(false);
  const [now] = useState(Date.now);
  const name = { provider: providerName(provider) };
  const isLinked = linkedAt !== null;
  const close = () => setAsking(false);
  return (
    <SettingsRow
      icon={<ProviderTile provider={provider} />}
      title={name.provider}
      facts={[
        isLinked
          ? m.security_provider_linked({ when: relativeTime({ at: linkedAt, now, zone: localZone() }) })
          : m.security_provider_not_linked(),
      ]}
    >
      <NetworkButton
        look="soft"
        size="small"
        aria-label={isLinked ? m.security_provider_unlink_label(name) : m.security_provider_link_label(name)}
        onClick={() => setAsking(true)}
      >
        {isLinked ? m.security_provider_unlink() : m.security_provider_link()}
      </NetworkButton>
      {isLinked ? (
        <UnlinkDialog provider={provider} isOpen={isAsking} onClose={close} />
      ) : (
        <LinkDialog provider={provider} isOpen={isAsking} onClose={close} />
      )}
    </SettingsRow>
  );
}

type PendingAction = { provider: ProviderId; isOpen: boolean; onClose: () => void };

function LinkDialog({ provider, isOpen, onClose }: PendingAction) {
  const link = useLinkProvider(provider);
  const name = { provider: providerName(provider) };
  return (
    <ReauthenticationDialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.security_provider_link_title(name)}
      text={m.security_provider_link_text(name)}
      confirmLabel={m.security_provider_link()}
      change={link}
      onDone={() => {}}
    />
  );
}

function UnlinkDialog({ provider, isOpen, onClose }: PendingAction) {
  const unlink = useUnlinkProvider(provider);
  const name = { provider: providerName(provider) };
  return (
    <ReauthenticationDialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.security_provider_unlink_title(name)}
      text={m.security_provider_unlink_text(name)}
      confirmLabel={m.security_provider_unlink()}
      isDangerous
      change={unlink}
      onDone={() => showToast(m.security_provider_unlinked(name))}
    />
  );
}
