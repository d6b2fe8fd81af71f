import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { myOfficialListsQuery } from '#features/official-lists/web/list-filter.public.ts';
import { messageOf } from '#web/error-messages.ts';
import { AddTyped } from '#web/ui/AddTyped.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { Filter } from '#features/restaurants/list-filters.rules.ts';
import { activeFilters } from '../filters/filters.ts';
import type { HomeSearch } from '#features/restaurants/home-search.rules.ts';
import { clearLabel } from './clear-label.ts';
import type { HomeList } from './use-list-view.ts';

/** Shown if the search and the filters leave no place. Offers to remove the filters one by one or together. */
export function NothingFound({
  home,
  search,
  onClear,
  onRemoveFilter,
  openNearby,
}: {
  home: HomeList;
  search: HomeSearch;
  onClear: () => void;
  onRemoveFilter: (filter: Filter) => void;
  openNearby: () => void;
}) {
  const { nameOf } = useCategories();
  const { typed } = home;
  const filters = activeFilters(search, nameOf);
  const { error, refetch } = useQuery({ ...myOfficialListsQuery, enabled: search.official !== undefined });
  // Without the lists, the filter leaves no place.
  const text = error ? { title: m.official_filter_unknown(), text: messageOf(error) } : textOf(home);
  return (
    <EmptyState {...text} offersAdding={typed !== ''} shows={null}>
      {error && (
        <Button size="small" onClick={() => void refetch()}>
          {m.kit_reload()}
        </Button>
      )}
      {typed !== '' && <AddTyped typed={typed} />}
      {search.near && (
        <Button size="small" aria-haspopup="dialog" onClick={openNearby}>
          {m.restaurants_nearby()}
        </Button>
      )}
      {filters.map(({ filter, label }) => (
        <Button
          key={filter}
          look="soft"
          size="small"
          aria-label={m.restaurants_filter_remove({ filter: label })}
          onClick={() => onRemoveFilter(filter)}
        >
          {label}
          <X aria-hidden="true" />
        </Button>
      ))}
      <Button look="secondary" size="small" onClick={onClear}>
        {clearLabel({ hasText: typed !== '', hasFilters: filters.length > 0 })}
      </Button>
    </EmptyState>
  );
}

/** Returns the text for an empty list. Either nothing matches the typed text, or the filters hide every match. */
const textOf = ({ typed, found }: HomeList) =>
  typed === '' || (found && 0 < found.size)
    ? { title: m.restaurants_none_title(), text: m.restaurants_none_text() }
    : { title: m.restaurants_none_typed_title({ typed }), text: m.restaurants_none_typed_text() };
