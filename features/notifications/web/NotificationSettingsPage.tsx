import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import type { KindSetting } from '#features/notifications/notifications.contract.ts';
import { Page } from '#web/shell/Page.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { KIND_TEXTS } from './kind-texts.ts';
import { notificationSettingsQuery, useChangeSetting } from './notifications.queries.ts';
import { PushSection } from './PushSection.tsx';

export function NotificationSettingsPage() {
  const { data, error, refetch } = useQuery(notificationSettingsQuery);
  return (
    <Page title={m.notifications_settings()} className="grid max-w-[720px] content-start gap-4">
      <p className="text-ink-2">{m.notifications_settings_text()}</p>
      {data ? (
        <>
          <section aria-labelledby="in-app" className="rounded-card bg-surface p-4 shadow-1">
            <h2 id="in-app" className="type-h3">
              {m.notifications_settings_in_app()}
            </h2>
            {data.kinds.map((setting) => (
              <KindCheckbox key={setting.kind} setting={setting} />
            ))}
          </section>
          <PushSection inAppKinds={data.kinds.filter(({ isOn }) => isOn).map(({ kind }) => kind)} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonPanels shapes={['h-96']} />
      )}
    </Page>
  );
}

function KindCheckbox({ setting: { kind, isOn } }: { setting: KindSetting }) {
  const change = useChangeSetting();
  const { name, text } = KIND_TEXTS[kind];
  return (
    <Checkbox
      label={
        <>
          <b className="block">{name()}</b>
          <span className="text-ink-2">{text()}</span>
        </>
      }
      checked={change.isPending ? change.variables.isOn : isOn}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate({ kind, isOn: currentTarget.checked })}
    />
  );
}
