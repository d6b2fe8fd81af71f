import type { UseQueryResult } from '@tanstack/react-query';
import { m } from '#messages';
import { useOnline } from '#web/online.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

/** Placeholder for data that is loading, has failed to load, or needs a network. */
export function SettingsMissing({ query: { error, refetch } }: { query: UseQueryResult }) {
  const isOnline = useOnline();
  if (!error) return <Skeleton className="h-20 w-full rounded-[16px]" />;
  if (!isOnline) return <p className="type-sub text-ink-2">{m.settings_not_kept()}</p>;
  return <ErrorState error={error} onRetry={() => void refetch()} />;
}
