import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { numberOf } from '#web/number-of.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { type ListView, UNCATEGORISED } from '../list-view.rules.ts';

/**
 * The categories of the list, each with the number of places it would show. A category keeps its position in the row
 * while other filters leave it empty.
 */
export function CategoryChips({
  view,
  selected,
  onSelect,
}: {
  view: ListView;
  /** A category's id or `UNCATEGORISED`; null: all of them. */
  selected: string | null;
  onSelect: (categoryId: string | null) => void;
}) {
  const { list, nameOf, error, refetchList } = useCategories();
  const { categoryCounts } = view;
  const shown = list.map(({ id }) => id).filter((id) => categoryCounts.has(id) || id === selected);
  if (categoryCounts.has(UNCATEGORISED) && (shown.length > 0 || selected === UNCATEGORISED))
    shown.push(UNCATEGORISED);
  const hasFailed = error !== null && list.length === 0;
  return (
    <>
      {shown.map((id) => (
        <Chip key={id} isSelected={id === selected} onClick={() => onSelect(id === selected ? null : id)}>
          <CategoryIcon categoryId={id} />
          {nameOf(id)}
          <Count count={categoryCounts.get(id) ?? 0} />
        </Chip>
      ))}
      {hasFailed && (
        <p role="alert" className="type-caption flex flex-none items-center gap-1 text-ink-2">
          {m.catalogue_load_failed()}
          <button type="button" className="link min-h-11 px-2" onClick={refetchList}>
            {m.kit_reload()}
          </button>
        </p>
      )}
    </>
  );
}

export function Count({ count }: { count: number }) {
  return <span className="numbers font-medium opacity-70">{numberOf(count)}</span>;
}
