import { m } from '#messages';
import { DAY_MS, fieldsOf } from '#common/dates.ts';
import type { YearlyReview } from '#features/journal/yearly-review.contract.ts';
import { monthLabels } from '../../month-labels.ts';
import { intensityOf } from '../journal-view.rules.ts';

const CELL = 10;
const STEP = 12;
const TOP = 18;

/** The meals of a year as a chart. Each column is a week, with Sunday at the top. */
export function YearHeatmap({ year, days }: Pick<YearlyReview, 'year' | 'days'>) {
  const first = Date.UTC(year, 0, 1);
  const offset = fieldsOf(first).weekday;
  const length = (Date.UTC(year + 1, 0, 1) - first) / DAY_MS;
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const latest = Math.max(0, ...days.map(({ day }) => (day - first) / DAY_MS));
  const weeks = Math.ceil((offset + length) / 7);
  return (
    <div
      role="group"
      aria-label={m.journal_year_heat()}
      // The chart is wider than the screen of a phone. It can get the focus, so that the arrow keys scroll the chart.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="-mx-5 overflow-x-auto px-5"
      // A phone shows only half a year. Therefore the chart is scrolled to the latest meals.
      ref={(box) => box?.scrollTo({ left: (latest / length) * box.scrollWidth - box.clientWidth + 40 })}
    >
      <svg
        role="img"
        aria-label={m.journal_year_heat_label({ year, days: days.length, count: total })}
        viewBox={`0 0 ${weeks * STEP} ${7 * STEP + TOP}`}
        className="w-full min-w-[636px]"
      >
        {monthLabels().map((label, month) => {
          const at = offset + (Date.UTC(year, month, 1) - first) / DAY_MS;
          return (
            <text key={month} x={Math.floor(at / 7) * STEP} y="10" fontSize="12" fill="var(--ink-3)">
              {label}
            </text>
          );
        })}
        {Array.from({ length }, (_, nth) => {
          const at = offset + nth;
          return (
            <rect
              key={nth}
              x={Math.floor(at / 7) * STEP}
              y={(at % 7) * STEP + TOP}
              width={CELL}
              height={CELL}
              rx="2.5"
              fill={`var(--year-${intensityOf(counts.get(first + nth * DAY_MS) ?? 0)})`}
            />
          );
        })}
      </svg>
    </div>
  );
}
