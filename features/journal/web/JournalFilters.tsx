import { CalendarDays, Store, X } from 'lucide-react';
import { useMemo } from 'react';
import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import { tagName } from '#features/journal/tag-names.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import type { JournalSearch, JournalSearchChanges } from './journal-search.rules.ts';
import { formatMonth } from './format-dates.ts';
import { commonTags } from './journal-view.rules.ts';
import './journal.css';

export function JournalFilters({
  entries,
  search,
  typed,
  onType,
  onSettle,
  onChange,
}: {
  /** All entries of the journal, before filtering. */
  entries: readonly JournalEntrySummary[];
  search: JournalSearch;
  typed: string;
  onType: (text: string, how: { isComposing: boolean }) => void;
  /** Called with the typed text when a syllable is complete or the field loses the focus. */
  onSettle: (text: string) => void;
  onChange: (changes: JournalSearchChanges) => void;
}) {
  const tags = useMemo(
    () => commonTags(entries, ({ tagsWith, tagsOccasion }) => [...tagsWith, ...tagsOccasion]),
    [entries],
  );
  const { month, day, restaurant, tag } = search;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <SearchField
        label={m.journal_search_label()}
        placeholder={m.journal_search_placeholder()}
        value={typed}
        onType={onType}
        onSettle={onSettle}
      />
      {(month ?? day ?? restaurant ?? tags[0]) !== undefined && (
        <ChipRow label={m.journal_filters()}>
          {day !== undefined && (
            <Chip isSelected onClick={() => onChange({ day: undefined })}>
              <CalendarDays aria-hidden="true" />
              {dateOf(Date.parse(day), { zone: CALENDAR, as: 'weekdayDate' })}
              <X aria-hidden="true" />
            </Chip>
          )}
          {month !== undefined && day === undefined && (
            <Chip isSelected onClick={() => onChange({ month: undefined })}>
              <CalendarDays aria-hidden="true" />
              {formatMonth(month)}
              <X aria-hidden="true" />
            </Chip>
          )}
          {restaurant !== undefined && (
            <Chip isSelected onClick={() => onChange({ restaurant: undefined })}>
              <Store aria-hidden="true" />
              {entries.find(({ restaurantId }) => restaurantId === restaurant)?.restaurantName ??
                m.journal_this_place()}
              <X aria-hidden="true" />
            </Chip>
          )}
          {tags.map((each) => (
            <Chip
              key={each}
              isSelected={each === tag}
              onClick={() => onChange({ tag: each === tag ? undefined : each })}
            >
              {tagName(each)}
            </Chip>
          ))}
        </ChipRow>
      )}
    </div>
  );
}
