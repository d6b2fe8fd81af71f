import { CalendarDays, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { tagName } from '#features/journal/tag-names.ts';
import { m } from '#messages';
import type { JournalEntry } from '#features/journal/journal.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { classes } from '#web/ui/classes.ts';
import { Rating } from '#web/ui/Rating.tsx';

type Readable = Pick<JournalEntry, 'visitTime' | 'tagsWith' | 'tagsOccasion'>;

/**
 * Shows an entry. The entry looks the same for every viewer. Buttons that only some viewers get are passed as
 * `actions`.
 */
export function EntryView({
  entry,
  title,
  text,
  photos,
  rating = null,
  categoryName = null,
  area = null,
  amountWon = null,
  marked = unmarked,
  actions,
  below,
  isShort = false,
}: {
  entry: Readable;
  title: ReactNode;
  text: string;
  photos?: ReactNode;
  rating?: number | null;
  categoryName?: string | null;
  area?: string | null;
  /** What the member paid. It is given only if the viewer is the member. */
  amountWon?: number | null;
  marked?: (text: string) => ReactNode;
  actions?: ReactNode;
  below?: ReactNode;
  isShort?: boolean;
}) {
  const paid = amountWon === null ? '' : m.journal_won({ won: numberOf(amountWon) });
  const facts = [categoryName, area, entry.visitTime, paid].filter(Boolean);
  return (
    <article className="overflow-hidden rounded-card bg-surface shadow-1">
      {photos}
      <div className="px-4 pt-3 pb-4">
        <div className="-mt-1.5 -mr-2.5 flex min-h-11 items-center justify-between gap-2">
          <div className="type-h3 min-w-0 flex-1">{title}</div>
          {actions && <div className="flex flex-none [&_svg]:size-5">{actions}</div>}
        </div>
        {(rating !== null || facts.length > 0) && (
          <p className="type-caption numbers flex flex-wrap items-center gap-x-2 text-ink-3">
            {rating !== null && <Rating value={rating} size="small" />}
            <span>{marked(facts.join(' · '))}</span>
          </p>
        )}
        {text !== '' && (
          <p
            className={classes('type-body mt-2 max-w-[36em] whitespace-pre-line', isShort && 'line-clamp-6')}
          >
            {marked(text)}
          </p>
        )}
        {below}
        <EntryTags entry={entry} marked={marked} />
      </div>
    </article>
  );
}

const unmarked = (text: string): ReactNode => text;

function EntryTags({
  entry: { tagsWith, tagsOccasion },
  marked,
}: {
  entry: Readable;
  marked: (text: string) => ReactNode;
}) {
  if (tagsWith.length + tagsOccasion.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5">
      {tagsWith.map((tag) => (
        <EntryTag key={tag} icon={<Users aria-hidden="true" />} name={marked(tagName(tag))} />
      ))}
      {tagsOccasion.map((tag) => (
        <EntryTag
          key={`occasion ${tag}`}
          icon={<CalendarDays aria-hidden="true" />}
          name={marked(tagName(tag))}
        />
      ))}
    </ul>
  );
}

const EntryTag = ({ icon, name }: { icon: ReactNode; name: ReactNode }) => (
  <li className="type-caption inline-flex min-h-[26px] max-w-full items-center gap-1 rounded-[6px] bg-sunken px-[9px] font-medium text-ink-2 [&>svg]:size-3.5 [&>svg]:flex-none">
    {icon}
    <span className="truncate">{name}</span>
  </li>
);
