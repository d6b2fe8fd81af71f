import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { numberOf } from '#web/number-of.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import type { ListView } from '#features/restaurants/view-entries.rules.ts';
import { type Counted, UNCATEGORISED } from '#features/restaurants/list-view.rules.ts';

/**
 * The categories of the list, each with the number of places that the list would show. If other filters leave a
 * category empty, the category keeps its position in the row.
 */
export function CategoryChips({
  view,
  selected,
  onSelect,
}: {
  view: ListView;
  /** The id of a category, or `UNCATEGORISED`; null for all categories. */
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
          <BothCounts counted={categoryCounts.get(id)} />
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

/** Shows the number of saved places and the number of provided places separately. */
export function BothCounts({ counted = { saved: 0, provided: 0 } }: { counted: Counted | undefined }) {
  const { saved, provided } = counted;
  return (
    <>
      {(saved > 0 || provided === 0) && <Count count={saved} />}
      {provided > 0 && (
        <span className="numbers font-medium">
          {m.restaurants_filter_provided({ count: numberOf(provided) })}
        </span>
      )}
    </>
  );
}

export function Count({ count }: { count: number }) {
  return <span className="numbers font-medium opacity-70">{numberOf(count)}</span>;
}
