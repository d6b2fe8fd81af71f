import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';

export function QueryResult<T>({
  query: { data, error, refetch },
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  children: (data: T) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SkeletonTickets />;
}
