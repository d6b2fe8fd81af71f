import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import type { CheckedJournalDraft } from '#features/journal/journal.contract.ts';
import { differingFields, draftOf } from '#features/journal/journal.rules.ts';
import { tagName } from '#features/journal/tag-names.ts';
import { dateOf } from '#web/date-of.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { Conflict } from './use-save-entry.ts';

/**
 * Compares two versions of an entry that was changed on another device in the meantime. The member chooses one of the
 * versions.
 */
export function ConflictDialog({
  conflict,
  onClose,
  onKeepMine,
  onKeepTheirs,
}: {
  /** The conflict to show; null if the dialog is closed. */
  conflict: Conflict | null;
  onClose: () => void;
  onKeepMine: (conflict: Conflict) => void;
  onKeepTheirs: () => void;
}) {
  return (
    <Dialog
      isOpen={conflict !== null}
      onClose={onClose}
      title={m.journal_conflict_title()}
      text={m.journal_conflict_text()}
    >
      {conflict && (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          <Differences mine={conflict.mine} theirs={draftOf(conflict.theirs)} />
          <div className="grid gap-2">
            <Button onClick={() => onKeepMine(conflict)}>{m.journal_conflict_keep_mine()}</Button>
            <Button look="secondary" onClick={onKeepTheirs}>
              {m.journal_conflict_keep_theirs()}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Differences({ mine, theirs }: { mine: CheckedJournalDraft; theirs: CheckedJournalDraft }) {
  const fields = new Set(differingFields(mine, theirs));
  // If the linked places differ, the difference is shown by the names of the places.
  if (fields.has('restaurantId')) fields.add('restaurantName');
  return (
    <div
      className="grid max-h-[min(46dvh,420px)] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto"
      tabIndex={-1}
    >
      {SHOWN.filter(({ field }) => fields.has(field)).map(({ field, label, text }) => (
        <section key={field} aria-label={label()}>
          <h3 className="type-sub font-bold">{label()}</h3>
          <dl className="mt-1.5 grid gap-2 sm:grid-cols-2">
            <Version name={m.journal_conflict_mine()} text={text(mine)} />
            <Version name={m.journal_conflict_theirs()} text={text(theirs)} />
          </dl>
        </section>
      ))}
    </div>
  );
}

const Version = ({ name, text }: { name: string; text: string }) => (
  <div className="min-w-0 rounded-inner bg-sunken p-3">
    <dt className="type-caption text-ink-3">{name}</dt>
    <dd className="type-sub mt-0.5 break-words whitespace-pre-line">
      {text || m.journal_conflict_nothing()}
    </dd>
  </div>
);

const tagsText = (tags: readonly string[]) => tags.map((tag) => tagName(tag)).join(', ');

const SHOWN: readonly {
  field: keyof CheckedJournalDraft;
  label: () => string;
  text: (draft: CheckedJournalDraft) => string;
}[] = [
  { field: 'restaurantName', label: m.journal_field_restaurant, text: (draft) => draft.restaurantName },
  {
    field: 'visitDate',
    label: m.journal_field_date,
    text: (draft) => dateOf(draft.visitDate, { zone: CALENDAR, as: 'weekdayDate' }),
  },
  {
    field: 'visitTime',
    label: m.journal_field_time,
    text: ({ visitTime }) => visitTime ?? '',
  },
  { field: 'journalText', label: m.journal_field_text, text: (draft) => draft.journalText },
  {
    field: 'photoIds',
    label: m.photos_label,
    text: ({ photoIds }) =>
      photoIds.length > 0 ? m.journal_conflict_photos({ count: photoIds.length }) : '',
  },
  {
    field: 'amountWon',
    label: m.journal_field_amount,
    text: ({ amountWon }) => (amountWon === null ? '' : m.journal_won({ won: numberOf(amountWon) })),
  },
  { field: 'tagsWith', label: m.journal_field_with, text: (draft) => tagsText(draft.tagsWith) },
  { field: 'tagsOccasion', label: m.journal_field_occasion, text: (draft) => tagsText(draft.tagsOccasion) },
];
