import { NotebookPen } from 'lucide-react';
import { m } from '#messages';
import { dayIn, KOREA, writtenDay } from '#common/dates.ts';
import type { VoteSummary } from '#features/collections/votes.contract.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { useMinute } from '#web/browser/use-minute.ts';

/** A link to a prepared journal entry. It is shown from the date of the vote on. */
export function WriteEntry({ first, meetsOn }: Pick<VoteSummary, 'first' | 'meetsOn'>) {
  const isPast = meetsOn <= writtenDay(dayIn(KOREA, useMinute()));
  if (!isPast || !first) return null;
  return (
    <LinkButton
      to={paths.writeJournalEntry}
      search={{ restaurant: first.id, day: meetsOn }}
      state={{ restaurantName: first.name }}
      look="soft"
      size="small"
      aria-label={m.votes_write_entry_label({ name: first.name })}
    >
      <NotebookPen aria-hidden="true" />
      {m.votes_write_entry()}
    </LinkButton>
  );
}
