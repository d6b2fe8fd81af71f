import { CalendarDays, Search, Store, X } from 'lucide-react';
import { useRef } from 'react';
import { m } from '#messages';
import { tagName } from '#features/journal/tag-names.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { JournalSearch, JournalSearchChanges } from './journal-search.rules.ts';
import { formatMonth, formatFullDate } from './format-dates.ts';
import { commonTags } from './journal-view.rules.ts';
import './journal.css';

/** A search field, and below it the active filters: month or day, place, and tags in use. */
export function JournalFilters({
  entries,
  search,
  typed,
  onType,
  onSettle,
  onChange,
}: {
  /** The whole journal. */
  entries: readonly JournalEntrySummary[];
  search: JournalSearch;
  typed: string;
  onType: (text: string, how: { isComposing: boolean }) => void;
  /** A syllable is complete, or the field has lost the focus. */
  onSettle: (text: string) => void;
  onChange: (changes: JournalSearchChanges) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const tags = commonTags(entries, ({ tagsWith, tagsOccasion }) => [...tagsWith, ...tagsOccasion]);
  const { month, day, restaurant, tag } = search;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <search className="input-within flex min-h-12 items-center rounded-field border-[1.5px] border-line-strong bg-surface pl-3.5">
        <Search className="size-5 flex-none text-ink-2" aria-hidden="true" />
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label={m.journal_search_label()}
          placeholder={m.journal_search_placeholder()}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) =>
            onType(event.target.value, { isComposing: (event.nativeEvent as InputEvent).isComposing })
          }
          onCompositionEnd={(event) => onSettle(event.currentTarget.value)}
          onBlur={(event) => onSettle(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape' && typed !== '') onType('', { isComposing: false });
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
          className="h-11 min-w-0 flex-1 bg-transparent px-2.5 outline-none placeholder:text-ink-3"
        />
        {typed !== '' && (
          <IconButton
            label={m.journal_search_clear()}
            onClick={() => {
              onType('', { isComposing: false });
              input.current?.focus();
            }}
          >
            <X className="size-5" />
          </IconButton>
        )}
      </search>
      {(month ?? day ?? restaurant ?? tags[0]) !== undefined && (
        <ChipRow label={m.journal_filters()}>
          {day !== undefined && (
            <Chip isSelected onClick={() => onChange({ day: undefined })}>
              <CalendarDays aria-hidden="true" />
              {formatFullDate(Date.parse(day))}
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
