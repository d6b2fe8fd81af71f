import { useQuery } from '@tanstack/react-query';
import { Bot, History } from 'lucide-react';
import { useId, useState } from 'react';
import { localZone } from '#common/dates.ts';
import { m } from '#messages';
import type { AssistantAct, ConnectedApp } from '#features/account/connected-apps/connected-apps.contract.ts';
import { relativeTime } from '#web/format/relative-time.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { SettingsList, SettingsRow } from '../../settings/web/SettingsList.tsx';
import { SettingsSection } from '../../settings/web/SettingsSection.tsx';
import { apiTokensQuery } from '../../settings/web/settings.queries.ts';
import { connectedAppsQuery, useDisconnectApp } from './connected-apps.queries.ts';

/** The section exists only if the operator has enabled assistants. */
export function ConnectedAppsSection() {
  const { data: mcpUrl } = useQuery({ ...apiTokensQuery, select: (answer) => answer.mcpUrl });
  return mcpUrl ? <ConnectedApps mcpUrl={mcpUrl} /> : null;
}

function ConnectedApps({ mcpUrl }: { mcpUrl: string }) {
  const query = useQuery({ ...connectedAppsQuery, select: ({ apps }) => apps });
  return (
    <SettingsSection title={m.settings_apps()} text={m.settings_apps_text()}>
      {query.data?.length === 0 ? (
        <p className="type-sub text-ink-2">{m.settings_apps_none()}</p>
      ) : (
        <SettingsList query={query}>
          {(apps) => apps.map((app) => <AppRow key={app.id} app={app} />)}
        </SettingsList>
      )}
      <Field label={m.settings_tokens_assistants()} hint={m.settings_tokens_assistants_hint()}>
        <TextInput value={mcpUrl} readOnly onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <Acts />
    </SettingsSection>
  );
}

const useTimes = () => {
  const [now] = useState(Date.now);
  return (at: number) => relativeTime({ at, now, zone: localZone() });
};

function AppRow({ app: { id, name, host, scope, connectedAt, lastUsedAt } }: { app: ConnectedApp }) {
  const [isAsking, setAsking] = useState(false);
  const disconnect = useDisconnectApp();
  const timeOf = useTimes();
  return (
    <SettingsRow
      icon={<Bot aria-hidden="true" />}
      title={name}
      mark={
        <Pill kind="plain">
          {scope === 'read' ? m.settings_token_scope_read() : m.settings_token_scope_read_write()}
        </Pill>
      }
      facts={[
        host,
        m.settings_apps_connected({ when: timeOf(connectedAt) }),
        lastUsedAt === null ? m.settings_token_unused() : m.settings_token_used({ when: timeOf(lastUsedAt) }),
      ]}
    >
      <NetworkButton
        look="soft"
        size="small"
        aria-label={m.settings_apps_disconnect_label({ name })}
        onClick={() => setAsking(true)}
      >
        {m.settings_apps_disconnect()}
      </NetworkButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.settings_apps_disconnect_title({ name })}
        text={m.settings_apps_disconnect_text()}
        confirmLabel={m.settings_apps_disconnect()}
        isDangerous
        isBusy={disconnect.isPending}
        onConfirm={() => disconnect.mutate(id, { onSettled: () => setAsking(false) })}
      />
    </SettingsRow>
  );
}

/** The last changes of assistants, both of connected apps and of programs with an API token. */
function Acts() {
  const { data: acts = [] } = useQuery({ ...connectedAppsQuery, select: (answer) => answer.acts });
  const timeOf = useTimes();
  const id = useId();
  if (acts.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 id={id} className="type-sub font-bold">
        {m.settings_acts()}
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-line rounded-[16px] bg-surface px-4 shadow-1">
        {acts.map((act) => (
          <SettingsRow
            key={act.id}
            icon={<History aria-hidden="true" />}
            title={textOf(act)}
            facts={[act.assistant, timeOf(act.actedAt)]}
          />
        ))}
      </ul>
    </div>
  );
}

function textOf({ tool, placeName }: AssistantAct): string {
  const place = placeName ?? m.settings_acts_place_gone();
  if (tool === 'add_place') return m.settings_acts_add_place({ place });
  if (tool === 'stamp_place') return m.settings_acts_stamp_place({ place });
  return m.settings_acts_write_note({ place });
}
