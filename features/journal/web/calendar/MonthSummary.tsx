import { m } from '#messages';
import { tagName } from '#features/journal/tag-names.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { JournalEntrySummary } from '#features/journal/journal.contract.ts';
import { commonTags } from '../journal-view.rules.ts';
import { useMyPlaces } from '../use-my-places.ts';

const NONE: readonly JournalEntrySummary[] = [];

export function MonthSummary({ entries: known }: { entries: readonly JournalEntrySummary[] | null }) {
  const entries = known ?? NONE;
  const { nameOf } = useCategories();
  const places = useMyPlaces();
  const [companion] = commonTags(entries, ({ tagsWith }) => tagsWith);
  const [category] = commonTags(entries, ({ restaurantId }) => {
    const place = places.get(restaurantId ?? '');
    return place?.categoryId ? [place.categoryId] : [];
  });
  return (
    <dl className="mt-3 flex flex-wrap gap-x-4 gap-y-2 border-t-2 border-dashed border-perf pt-4">
      <Figure value={known ? m.journal_meals({ count: known.length }) : '–'} label={m.journal_of_month()} />
      {companion && <Figure value={tagName(companion)} label={m.journal_most_with()} />}
      {category && <Figure value={nameOf(category)} label={m.journal_most_eaten()} />}
    </dl>
  );
}

const Figure = ({ value, label }: { value: string; label: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="type-caption text-ink-2">{label}</dt>
    <dd className="numbers text-[1.375rem] leading-7 font-bold max-[429px]:in-[:lang(en)]:text-[1rem] tracking-[-.03em]">
      {value}
    </dd>
  </div>
);
