import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { NotebookPen } from 'lucide-react';
import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { journalQuery } from '../journal.queries.ts';

const MAX_SHOWN = 3;

export function JournalOfRestaurant({ restaurantId }: { restaurantId: string }) {
  const { data: entries, isPending } = useQuery({
    ...journalQuery,
    select: (journal) => journal.entries.filter((entry) => entry.restaurantId === restaurantId),
  });
  return (
    <section className="rounded-card bg-surface p-5 shadow-1" aria-labelledby="journal-of-restaurant">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id="journal-of-restaurant" className="type-h3">
          {m.journal_of_restaurant()}
        </h2>
        <LinkButton
          to={paths.writeJournalEntry}
          search={{ restaurant: restaurantId }}
          look="soft"
          size="small"
        >
          <NotebookPen aria-hidden="true" />
          {m.journal_write()}
        </LinkButton>
      </div>
      {isPending && <Skeleton className="mt-1 h-[1.625rem] w-full" />}
      {entries?.length === 0 && <p className="type-body mt-1 text-ink-2">{m.journal_of_restaurant_none()}</p>}
      {entries && entries.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {entries.slice(0, MAX_SHOWN).map(({ id, visitDate, textStart }) => (
            <li key={id}>
              <Link to={paths.journalEntry} params={{ entryId: id }} className="block py-3 hover:bg-sunken">
                <span className="type-caption numbers block font-semibold text-ink-2">
                  {dateOf(visitDate, { zone: CALENDAR, as: 'weekdayDate' })}
                </span>
                {textStart !== '' && <span className="type-body mt-0.5 line-clamp-2">{textStart}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {entries && entries.length > MAX_SHOWN && (
        <Link
          to={paths.journal}
          search={{ restaurant: restaurantId }}
          className="link inline-flex min-h-11 items-center"
        >
          {m.journal_of_restaurant_all({ count: entries.length })}
        </Link>
      )}
    </section>
  );
}
