import type { UseQueryResult } from '@tanstack/react-query';
import { m } from '#messages';
import { useOnline } from '#web/online.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** Shown instead of data: it is loading, it failed to load, or there is no network and this device has no copy. */
export function SettingsMissing({ query: { error, refetch } }: { query: UseQueryResult }) {
  const isOnline = useOnline();
  if (!error) return <Skeleton className="h-20 w-full rounded-[16px]" />;
  if (!isOnline) return <p className="type-sub text-ink-2">{m.settings_not_kept()}</p>;
  return <ErrorState error={error} onRetry={() => void refetch()} />;
}
