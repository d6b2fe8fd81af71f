import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { m } from '#messages';
import { NotificationKind } from '#features/notifications/notifications.contract.ts';
import { isInstalled, isIos } from '#web/offline/installed.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { KIND_TEXTS } from './kind-texts.ts';
import { type PushObstacle, pushObstacle, pushQuery, useChangePush } from './push.queries.ts';

const InstallOnIos = lazyDialog(async () => ({
  default: (await import('#web/offline/InstallOnIos.tsx')).InstallOnIos,
}));

const OBSTACLES: Record<PushObstacle, () => string> = {
  needs_installation: m.notifications_push_needs_installation,
  not_supported: m.notifications_push_not_supported,
  denied: m.notifications_push_denied,
};

/** The kinds that this device gets as push messages. All are off until the member turns them on. */
export function PushSection({ inAppKinds }: { inAppKinds: readonly NotificationKind[] }) {
  const obstacle = pushObstacle({ isOnIos: isIos(), isInApp: isInstalled() });
  return (
    <section aria-labelledby="push" className="rounded-card bg-surface p-4 shadow-1">
      <h2 id="push" className="type-h3">
        {m.notifications_push_title()}
      </h2>
      <p className="type-sub mt-1 text-ink-2">{m.notifications_push_text()}</p>
      {obstacle ? <Obstacle obstacle={obstacle} /> : <Kinds inAppKinds={inAppKinds} />}
    </section>
  );
}

function Obstacle({ obstacle }: { obstacle: PushObstacle }) {
  const [isExplaining, setExplaining] = useState<boolean | null>(null);
  return (
    <>
      <p className="mt-3">{OBSTACLES[obstacle]()}</p>
      {obstacle === 'needs_installation' && (
        <Button look="secondary" size="small" className="mt-2" onClick={() => setExplaining(true)}>
          {m.install_how()}
        </Button>
      )}
      {isExplaining !== null && (
        <Suspense>
          <InstallOnIos isOpen={isExplaining} onClose={() => setExplaining(false)} />
        </Suspense>
      )}
    </>
  );
}

function Kinds({ inAppKinds }: { inAppKinds: readonly NotificationKind[] }) {
  const { data, error, refetch } = useQuery(pushQuery);
  const change = useChangePush(data?.publicKey ?? '');
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonPanels shapes={['h-64']} />;
  if (!data.isPossible) return <p className="mt-3">{m.problem_notifications_push_too_early()}</p>;
  const kinds = change.isPending ? change.variables : data.kinds;
  const isDenied = Notification.permission === 'denied';
  return (
    <>
      {NotificationKind.options.map((kind) => {
        const isInApp = inAppKinds.includes(kind);
        return (
          <Checkbox
            key={kind}
            label={
              <>
                <b className="block">{KIND_TEXTS[kind].name()}</b>
                {!isInApp && <span className="text-ink-2">{m.notifications_push_in_app_first()}</span>}
              </>
            }
            checked={kinds.includes(kind) && isInApp}
            disabled={!isInApp || change.isPending || isDenied}
            onChange={({ currentTarget }) =>
              change.mutate(
                currentTarget.checked ? [...kinds, kind] : kinds.filter((other) => other !== kind),
              )
            }
          />
        );
      })}
      <p role="status" className="type-sub mt-1 text-ink-2">
        {isDenied && m.notifications_push_denied()}
      </p>
    </>
  );
}
