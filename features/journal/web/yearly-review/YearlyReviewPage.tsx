import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { getYearlyReview, type YearlyReview } from '#features/journal/yearly-review.contract.ts';
import { call } from '#web/api.ts';
import { tagName } from '#features/journal/tag-names.ts';
import { dateOf } from '#web/date-of.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { readYearlyReviewSearch } from '../journal-search.rules.ts';
import { MonthBars } from './MonthBars.tsx';
import { RankedBars } from './RankedBars.tsx';
import { YearCard } from './YearCard.tsx';
import { YearHeatmap } from './YearHeatmap.tsx';
import { YearMap } from './YearMap.tsx';
import '../journal.css';
import { CALENDAR, dayIn, fieldsOf, localZone } from '#common/dates.ts';

/**
 * The yearly review of one year. The query key begins with the key of the journal. Therefore every write of the journal
 * marks the data as stale.
 */
const yearlyReviewQuery = (year: number) =>
  queryOptions({
    queryKey: ['journal', 'yearly-review', year],
    queryFn: ({ signal }) => call(getYearlyReview, { params: { year }, signal }),
  });

export function YearlyReviewPage() {
  // The router keeps parameters that `validateSearch` drops.
  const search = useSearch({
    from: '/members/app/momokzi-journal/yearly-review',
    select: readYearlyReviewSearch,
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const [thisYear] = useState(() => fieldsOf(dayIn(localZone(), Date.now())).year);
  // The years with entries are part of every response. Therefore the screen first loads this year, and then the latest
  // year with entries if it is another year.
  const { data: current } = useQuery({
    ...yearlyReviewQuery(thisYear),
    enabled: search.year === undefined,
  });
  const year = search.year ?? current?.years[0] ?? thisYear;
  const { data, error, refetch } = useQuery(yearlyReviewQuery(year));
  const show = (wanted: number) =>
    void navigate({ to: paths.yearlyReview, search: { year: wanted }, replace: true });
  const first = Math.min(year, ...(data?.years ?? []));
  return (
    <Page
      title={m.journal_yearly_review()}
      backTo={paths.journal}
      className="grid max-w-[1080px] content-start gap-4"
    >
      <div className="flex items-center justify-center gap-3">
        <IconButton
          label={m.journal_year_before()}
          className={year <= first ? 'invisible' : ''}
          onClick={() => show(year - 1)}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <h2 className="type-h2 numbers" aria-live="polite">
          {m.journal_year({ year })}
        </h2>
        <IconButton
          label={m.journal_year_after()}
          className={year >= thisYear ? 'invisible' : ''}
          onClick={() => show(year + 1)}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      {data ? (
        data.entryCount === 0 ? (
          <EmptyState
            title={m.journal_yearly_review_none({ year })}
            text={m.journal_yearly_review_none_text()}
          >
            <LinkButton to={paths.writeJournalEntry} size="small">
              {m.journal_write()}
            </LinkButton>
          </EmptyState>
        ) : (
          <Year yearlyReview={data} />
        )
      ) : error ? (
        <ErrorState
          error={error}
          text={m.journal_load_failed({ message: messageOf(error) })}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonPanels shapes={['h-24', 'h-32', 'h-56']} />
      )}
    </Page>
  );
}

function Year({ yearlyReview }: { yearlyReview: YearlyReview }) {
  const { nameOf } = useCategories();
  const {
    year,
    entryCount,
    placeCount,
    longestStreak,
    months,
    days,
    categories,
    companions,
    occasions,
    places,
    spending,
  } = yearlyReview;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="lg:order-last">
        <YearCard key={year} year={year} entryCount={entryCount} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <dl className="flex flex-wrap gap-x-4 gap-y-3 rounded-card sm:gap-x-8 bg-surface p-5 shadow-1 sm:col-span-2">
          <Figure value={m.journal_meals({ count: numberOf(entryCount) })} label={m.journal_meals_label()} />
          <Figure
            value={m.journal_card_places_value({ count: placeCount })}
            label={m.journal_card_places()}
          />
          <Figure
            value={m.journal_card_streak_value({ count: longestStreak })}
            label={m.journal_card_streak()}
          />
        </dl>
        {spending && <Spending {...spending} />}
        <Panel title={m.journal_year_heat()} className="sm:col-span-2">
          <YearHeatmap year={year} days={days} />
        </Panel>
        <Panel title={m.journal_months_title()} className="sm:col-span-2">
          <MonthBars year={year} months={months} />
        </Panel>
        {categories.length > 0 && (
          <Panel title={m.journal_categories_title()}>
            <RankedBars
              rows={categories.map(({ categoryId, count }) => ({ name: nameOf(categoryId), count }))}
            />
          </Panel>
        )}
        {companions.length > 0 && (
          <Panel title={m.journal_companions_title()}>
            <RankedBars rows={companions.map(({ tag, count }) => ({ name: tagName(tag), count }))} />
          </Panel>
        )}
        {occasions.length > 0 && (
          <Panel title={m.journal_occasions_title()}>
            <RankedBars rows={occasions.map(({ tag, count }) => ({ name: tagName(tag), count }))} />
          </Panel>
        )}
        <Panel title={m.journal_often_title()}>
          <RankedBars rows={places} />
        </Panel>
        {places.some(({ coordinates }) => coordinates) && (
          <Panel title={m.journal_map_title()} className="sm:col-span-2">
            <YearMap places={places} />
          </Panel>
        )}
      </div>
    </div>
  );
}

const Spending = ({ won, mostExpensiveDay }: NonNullable<YearlyReview['spending']>) => (
  <dl className="flex flex-wrap gap-x-4 gap-y-3 rounded-card sm:gap-x-8 bg-surface p-5 shadow-1 sm:col-span-2">
    <Figure value={m.journal_won({ won: numberOf(won) })} label={m.journal_spending()} />
    <Figure
      value={m.journal_won({ won: numberOf(mostExpensiveDay.won) })}
      label={m.journal_spending_day({
        day: dateOf(mostExpensiveDay.day, { zone: CALENDAR, as: 'shortDay' }),
      })}
    />
  </dl>
);

function Panel({
  title,
  className = '',
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`rounded-card bg-surface p-5 shadow-1 ${className}`}>
      <h3 id={id} className="type-h3 mb-3">
        {title}
      </h3>
      {children}
    </section>
  );
}

const Figure = ({ value, label }: { value: string; label: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="type-caption text-ink-2">{label}</dt>
    <dd className="numbers text-[1.75rem] leading-9 font-bold max-[429px]:in-[:lang(en)]:text-[1.25rem] tracking-[-.03em]">
      {value}
    </dd>
  </div>
);
