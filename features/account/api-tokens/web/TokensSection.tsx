import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import type { ApiToken } from '#features/account/api-tokens/api-tokens.contract.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { relativeTime } from '#web/format/relative-time.ts';
import { NewTokenForm } from './NewTokenForm.tsx';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SettingsList, SettingsRow } from '../../settings/web/SettingsList.tsx';
import { SettingsSection } from '../../settings/web/SettingsSection.tsx';
import { apiTokensQuery, useRevokeApiToken } from '../../settings/web/settings.queries.ts';

export function TokensSection() {
  const query = useQuery({ ...apiTokensQuery, select: ({ tokens }) => tokens });
  return (
    <SettingsSection title={m.settings_tokens()} text={m.settings_tokens_text()}>
      {query.data?.length === 0 ? (
        <p className="type-sub text-ink-2">{m.settings_tokens_none()}</p>
      ) : (
        <SettingsList query={query}>
          {(tokens) => tokens.map((token) => <TokenRow key={token.id} token={token} />)}
        </SettingsList>
      )}
      <a href="/docs/api" className="link inline-flex min-h-11 items-center justify-self-start">
        {m.settings_tokens_reference()}
      </a>
      <NewTokenForm />
    </SettingsSection>
  );
}

function TokenRow({ token: { id, name, scope, createdAt, lastUsedAt } }: { token: ApiToken }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevokeApiToken();
  const [now] = useState(Date.now);
  const confirm = () => revoke.mutate(id, { onSettled: () => setAsking(false) });
  return (
    <SettingsRow
      icon={<KeyRound aria-hidden="true" />}
      title={name}
      mark={
        <Pill kind="plain">
          {scope === 'read' ? m.settings_token_scope_read() : m.settings_token_scope_read_write()}
        </Pill>
      }
      facts={[
        m.settings_token_created({ when: relativeTime({ at: createdAt, now, zone: localZone() }) }),
        lastUsedAt === null
          ? m.settings_token_unused()
          : m.settings_token_used({ when: relativeTime({ at: lastUsedAt, now, zone: localZone() }) }),
      ]}
    >
      <NetworkButton
        look="soft"
        size="small"
        aria-label={m.settings_token_revoke_label({ name })}
        onClick={() => setAsking(true)}
      >
        {m.settings_token_revoke()}
      </NetworkButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.settings_token_revoke_title({ name })}
        text={m.settings_token_revoke_text()}
        confirmLabel={m.settings_token_revoke()}
        isDangerous
        isBusy={revoke.isPending}
        onConfirm={confirm}
      />
    </SettingsRow>
  );
}
