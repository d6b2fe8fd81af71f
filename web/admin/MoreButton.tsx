import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { m } from '#messages';
import { Button } from '#web/ui/Button.tsx';

export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}) {
  if (!hasNextPage) return null;
  return (
    <Button look="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {m.admin_more()}
    </Button>
  );
}
