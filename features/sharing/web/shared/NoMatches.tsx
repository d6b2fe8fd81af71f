import { m } from '#messages';
import { clearLabel } from '#features/restaurants/web/restaurants.public.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { useSharedSearch } from './use-shared-search.ts';

export function NoMatches({
  isNoneForBoth,
  hasText,
  hasFilters,
  shows,
  clearText,
  change,
}: {
  /** Whether there is no place that the reader and the owner both want to visit. */
  isNoneForBoth: boolean;
  hasText: boolean;
  hasFilters: boolean;
  shows: 'bowl' | null;
  clearText: () => void;
  change: ReturnType<typeof useSharedSearch>['change'];
}) {
  const clearAll = () => {
    clearText();
    change({ q: undefined, category: undefined, status: undefined, both: undefined }, { asStep: true });
  };
  return (
    <EmptyState
      shows={shows}
      title={isNoneForBoth ? m.sharing_both_none_title() : m.restaurants_none_title()}
      {...(hasFilters && {
        text: isNoneForBoth ? m.sharing_both_none_text() : m.restaurants_none_text(),
      })}
    >
      <Button look="secondary" size="small" onClick={clearAll}>
        {isNoneForBoth ? m.sharing_both_none_all() : clearLabel({ hasText, hasFilters })}
      </Button>
    </EmptyState>
  );
}
