import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { numberOf } from '#web/number-of.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import type { ListView } from '#features/restaurants/view-entries.rules.ts';
import { type Counted, UNCATEGORISED } from '#features/restaurants/list-view.rules.ts';

/** The categories of the list, each with the number of places that the list would show. */
export function CategoryChips({
  view,
  selected,
  onSelect,
  hidesEmpty = false,
}: {
  view: ListView;
  /** The id of a category, or `UNCATEGORISED`; null for all categories. */
  selected: string | null;
  onSelect: (categoryId: string | null) => void;
  /**
   * Whether categories without a place are left out. In a row they stay, so that no chip moves when a filter changes.
   */
  hidesEmpty?: boolean;
}) {
  const { list, nameOf } = useCategories();
  const { categoryCounts } = view;
  const isListed = (id: string) => {
    const counted = categoryCounts.get(id);
    return counted !== undefined && (!hidesEmpty || 0 < counted.saved + counted.provided);
  };
  const shown = list.map(({ id }) => id).filter((id) => isListed(id) || id === selected);
  if (isListed(UNCATEGORISED) && (shown.length > 0 || selected === UNCATEGORISED)) shown.push(UNCATEGORISED);
  return (
    <>
      {shown.map((id) => (
        <Chip key={id} isSelected={id === selected} onClick={() => onSelect(id === selected ? null : id)}>
          <CategoryIcon categoryId={id} />
          {nameOf(id)}
          <BothCounts counted={categoryCounts.get(id)} />
        </Chip>
      ))}
      <CategoriesFailed />
    </>
  );
}

/** Says that the categories could not be loaded, and loads them again. */
export function CategoriesFailed() {
  const { list, error, refetchList } = useCategories();
  if (error === null || list.length > 0) return null;
  return (
    <p role="alert" className="type-caption flex flex-none items-center gap-1 text-ink-2">
      {m.catalogue_load_failed()}
      <button type="button" className="link min-h-11 px-2" onClick={refetchList}>
        {m.kit_reload()}
      </button>
    </p>
  );
}

/** Shows the number of saved places and the number of provided places separately. A zero is not shown. */
export function BothCounts({ counted = { saved: 0, provided: 0 } }: { counted: Counted | undefined }) {
  const { saved, provided } = counted;
  return (
    <>
      <Count count={saved} />
      {provided > 0 && (
        <span className="numbers font-medium">
          {m.restaurants_filter_provided({ count: numberOf(provided) })}
        </span>
      )}
    </>
  );
}

export function Count({ count }: { count: number }) {
  if (count === 0) return null;
  return <span className="numbers font-medium opacity-70">{numberOf(count)}</span>;
}
