import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { PageHeader } from '#web/shell/PageHeader.tsx';
import { AddTyped } from '#web/ui/AddTyped.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { IconLink } from '#web/ui/IconButton.tsx';
import { OutboxStrip } from '#web/outbox/OutboxStrip.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { Skeleton, SkeletonChips } from '#web/ui/Skeleton.tsx';
import { useMinute } from '#web/browser/use-minute.ts';
import { useTypedText } from '#web/form/use-typed-text.ts';
import { monthOf } from '../months.rules.ts';
import { MonthCalendar } from './calendar/MonthCalendar.tsx';
import { MonthSummary } from './calendar/MonthSummary.tsx';
import { JournalFilters } from './JournalFilters.tsx';
import { journalQuery } from './journal.queries.ts';
import { JournalTimeline } from './timeline/JournalTimeline.tsx';
import { useJournalSearch } from './use-journal-search.ts';
import { useJournalView } from './use-journal-view.ts';
import './journal.css';
import { dayIn, localZone, parseDay, writtenDay } from '#common/dates.ts';

const NOTHING = { q: undefined, tag: undefined, restaurant: undefined, month: undefined, day: undefined };

export function JournalPage() {
  const { search, change } = useJournalSearch();
  const { typed, onType, settle } = useTypedText({
    inAddress: search.q ?? '',
    onWrite: (q, how) => change({ q: q || undefined }, how),
  });
  const view = useJournalView({ search, typed });
  const { journal, entries } = view;
  const today = dayIn(localZone(), useMinute());
  const month = search.month ?? monthOf(today);
  const entriesByDay = useMemo(() => Map.groupBy(entries, ({ visitDate }) => visitDate), [entries]);
  const ofMonth = useMemo(
    () => entries.filter(({ visitDate }) => monthOf(visitDate) === month),
    [entries, month],
  );
  const clear = () => {
    onType('', { isComposing: false });
    change(NOTHING);
  };
  return (
    <>
      <PageHeader
        title={m.shell_menu_journal()}
        className={`max-w-[1080px] ${WIDE_MARGINS}`}
        actions={
          <IconLink to={paths.yearlyReview} label={m.journal_yearly_review()}>
            <ChartColumn aria-hidden="true" />
          </IconLink>
        }
      />
      <main
        id="content"
        className={`mx-auto grid max-w-[640px] grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pb-28 lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-9 lg:pt-3 ${WIDE_MARGINS}`}
      >
        <section
          aria-label={m.journal_calendar_label()}
          className="self-start rounded-card bg-surface p-5 shadow-1 lg:sticky lg:top-[68px]"
        >
          <MonthCalendar
            month={month}
            entriesByDay={entriesByDay}
            today={today}
            selectedDay={search.day === undefined ? null : parseDay(search.day)}
            onMonth={(next) => change({ month: next, day: undefined })}
            onDay={(day) => change(day === null ? { day: undefined } : { day: writtenDay(day), month })}
          />
          <MonthSummary entries={journal.data ? ofMonth : null} />
        </section>
        <section
          aria-label={m.journal_timeline_label()}
          className="journal-timeline grid grid-cols-[minmax(0,1fr)] content-start gap-3"
        >
          {(entries.length > 0 || journal.isPending) && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:[--gutter:0px]">
              <div className="-mb-2 [&_p]:mb-5 [&>a]:mb-5">
                <OfflineStrip of={journalQuery.queryKey} isEditable />
                <OutboxStrip />
              </div>
              <JournalFilters
                entries={entries}
                search={search}
                typed={typed}
                onType={onType}
                onSettle={settle}
                onChange={change}
              />
              {journal.isPending && <SkeletonChips />}
            </div>
          )}
          <Entries view={view} onClear={clear} />
        </section>
      </main>
    </>
  );
}

type View = ReturnType<typeof useJournalView>;

function Entries({ view, onClear }: { view: View; onClear: () => void }) {
  const { journal, entries, shown, found, text } = view;
  if (journal.isPending) return <EntrySkeletons />;
  if (!journal.data)
    return (
      <>
        <OutboxStrip />
        <ErrorState
          error={journal.error}
          text={m.journal_load_failed({ message: messageOf(journal.error) })}
          onRetry={() => void journal.refetch()}
        />
      </>
    );
  if (entries.length === 0)
    return (
      <EmptyState title={m.journal_empty_title()} text={m.journal_empty_text()} offersAdding>
        <LinkButton to={paths.writeJournalEntry} size="small">
          {m.journal_write()}
        </LinkButton>
      </EmptyState>
    );
  if (shown.length === 0)
    return (
      <EmptyState {...nothingFound({ text, found })} offersAdding={text !== ''}>
        {text !== '' && <AddTyped typed={text} />}
        <Button look="secondary" size="small" onClick={onClear}>
          {m.journal_show_all()}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <Closeness found={found} typed={text} />
      <JournalTimeline entries={shown} found={found} />
    </>
  );
}

/** On a wide screen, the right margin has room for the floating button, so that it does not cover the buttons of entries. */
const WIDE_MARGINS =
  'lg:mr-[max(13rem,calc((100%-1080px)/2))] lg:ml-[max(0px,calc((100%-1080px)/2))] lg:max-w-none';

type FoundEntries = View['found'];

const nothingFound = ({ text, found }: { text: string; found: FoundEntries }) =>
  text === '' || (found && 0 < found.size)
    ? { title: m.journal_none_title(), text: m.journal_none_text() }
    : { title: m.journal_none_typed_title({ typed: text }), text: m.journal_none_typed_text() };

function Closeness({ found, typed }: { found: FoundEntries; typed: string }) {
  const [closeness] = [...(found?.values() ?? [])].map((each) => each?.closeness ?? 'match');
  if (closeness === undefined || closeness === 'match') return null;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="type-caption font-semibold text-ink-2">
        {closeness === 'guess' ? m.places_guess() : m.journal_partial({ typed })}
      </p>
      <AddTyped typed={typed} look="secondary" />
    </div>
  );
}

function EntrySkeletons() {
  return (
    <div role="status" className="after-a-moment grid gap-5">
      <span className="sr-only">{m.kit_loading()}</span>
      <Skeleton className="mt-2 -mb-1 h-7 w-36" />
      {[1, 2].map((position) => (
        <div key={position} className="journal-item" aria-hidden="true">
          <Skeleton className="h-[66px] w-full rounded-inner" />
          <Skeleton className="h-44 w-full rounded-card" />
        </div>
      ))}
    </div>
  );
}
