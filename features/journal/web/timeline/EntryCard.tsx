import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { m } from '#messages';
import { CALENDAR, fieldsOf } from '#common/dates.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import { PhotoStrip } from '#features/photos/web/photos.public.tsx';
import type { Found } from '#features/places/personal-search.rules.ts';
import { dateOf } from '#web/date-of.ts';
import { useIsWaiting } from '#web/outbox/page-outbox.ts';
import { WaitingMark } from '#web/outbox/WaitingMark.tsx';
import { paths } from '#web/paths.ts';
import { Marked } from '#web/ui/Marked.tsx';
import { IconButton, IconLink } from '#web/ui/IconButton.tsx';
import { EntryView } from '../EntryView.tsx';

/** One entry of the timeline. Scrolling renders the timeline often, but not its entries. */
export const EntryCard = memo(function EntryCard({
  entry,
  found,
  neighbourhood,
  rating,
  categoryName,
  hasNext,
  onDelete,
}: {
  entry: JournalEntrySummary;
  /** The match of the search in this entry; null if nothing is typed. */
  found: Found | null;
  /** The neighbourhood of the place. It is shown only if it matches the search. */
  neighbourhood: string;
  rating: number | null;
  categoryName: string | null;
  hasNext: boolean;
  onDelete: (entryId: string) => void;
}) {
  const { id, restaurantName: name, visitDate, textStart, isTextTruncated, photos } = entry;
  const isWaiting = useIsWaiting(id);
  const area = found && 0 < found.elsewhere(neighbourhood).length ? neighbourhood : null;
  return (
    <div className="journal-item pb-5" data-has-next={hasNext || undefined}>
      <p className="journal-day numbers">
        <b>{fieldsOf(visitDate).date}</b>
        {dateOf(visitDate, { zone: CALENDAR, as: 'weekday' })}
      </p>
      <EntryView
        entry={entry}
        amountWon={entry.amountWon}
        text={isTextTruncated ? `${textStart}…` : textStart}
        isShort
        photos={<PhotoStrip photos={photos} />}
        rating={rating}
        categoryName={categoryName}
        area={area}
        {...(found && { marked: (each) => <Marked text={each} ranges={found.elsewhere(each)} /> })}
        title={
          <h3>
            <Link
              to={paths.journalEntry}
              params={{ entryId: id }}
              className="block py-2 break-words hover:underline"
            >
              {found ? <Marked text={name} ranges={found.inName(name)} /> : name}
            </Link>
          </h3>
        }
        actions={
          <>
            <IconLink
              to={paths.editJournalEntry}
              params={{ entryId: id }}
              label={m.journal_edit_label({ name })}
            >
              <Pencil aria-hidden="true" />
            </IconLink>
            <IconButton label={m.journal_delete_label({ name })} onClick={() => onDelete(id)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </>
        }
        below={
          <>
            {isWaiting && <WaitingMark />}
            {isTextTruncated && (
              <Link
                to={paths.journalEntry}
                params={{ entryId: id }}
                className="link inline-flex min-h-11 items-center"
              >
                {m.journal_read_on()}
              </Link>
            )}
          </>
        }
      />
    </div>
  );
});
