import { Link } from '@tanstack/react-router';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { monthLabels } from '../../month-labels.ts';
import { formatMonth } from '../format-dates.ts';

const TALLEST = 120;

export function MonthBars({ year, months }: { year: number; months: readonly number[] }) {
  const labels = monthLabels();
  const most = Math.max(1, ...months);
  return (
    <ol className="grid grid-cols-12 items-end gap-1 text-center">
      {months.map((count, at) => {
        const month = `${year}-${String(at + 1).padStart(2, '0')}`;
        return (
          <li key={month}>
            <Link to={paths.journal} search={{ month }} className="group relative block">
              <span className="sr-only">{m.journal_month_count({ month: formatMonth(month), count })}</span>
              <span className="type-caption numbers text-ink-2" aria-hidden="true">
                {count || ''}
              </span>
              <i
                className={`mx-auto block w-full max-w-9 rounded-[6px] group-hover:bg-brand-press ${count === 0 ? 'bg-soft' : 'bg-done'}`}
                style={{ height: count === 0 ? 4 : Math.max(8, (TALLEST * count) / most) }}
              />
              <span className="type-caption numbers" aria-hidden="true">
                {labels[at]}
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
