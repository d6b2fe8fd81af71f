import {
  type ComponentProps,
  type CSSProperties,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import { useIsPrinting } from '#web/browser/use-is-printing.ts';
import { useLazyModule } from '#web/browser/use-lazy-module.ts';
import type { Found } from '#features/places/personal-search.rules.ts';
import type { Sort } from '#features/restaurants/home-search.rules.ts';
import { type ListEntry, sectionsOf } from '#features/restaurants/list-view.rules.ts';
import { useStatusChange } from '../use-status-change.ts';
import type { PlacedRows } from './home-memory.ts';
import { RestaurantTicket } from './RestaurantTicket.tsx';
import { SectionHeading } from './SectionHeading.tsx';
import { GAP, LIKELY_HEIGHT, type RowLayout } from './row-layout.ts';
import type { MeasureRow } from './VirtualRows.tsx';

const ProvidedTicket = lazyPart(async () => ({
  default: (await import('../provided/ProvidedTicket.tsx')).ProvidedTicket,
}));

/** The code of the virtualiser is loaded after the first rows are shown. */
const loadVirtualRows = () => import('./VirtualRows.tsx');
/** Enough for a screen. Each row takes 10 ms of a slow phone. */
const FIRST_ROWS = 12;

/**
 * The tickets of the list. Only the tickets near the visible part are rendered, so that a list of ten thousand places
 * scrolls as smoothly as a list of ten. The list scrolls with its container.
 */
export function RestaurantList({
  entries,
  found,
  typed,
  selectedId,
  hidesDistance,
  hasHeadings,
  providedSort,
  onOpen,
  onHover,
  ...layout
}: RowLayout & {
  entries: readonly ListEntry[];
  /** The matches of the search; null if nothing is typed. */
  found: ReadonlyMap<ListEntry, Found> | null;
  typed: string;
  selectedId: string | null;
  /**
   * Whether distances are hidden. They are hidden if the member's location is unknown, because they are then measured
   * from another point.
   */
  hidesDistance: boolean;
  /** Whether the places of shared lists and the provided places have headings. */
  hasHeadings: boolean;
  /** The sort order of the provided places. */
  providedSort: Sort;
  onOpen: (restaurantId: string) => void;
  /**
   * Called with the id of the place whose ticket has the pointer or the focus. Called with null if there is no such
   * ticket.
   */
  onHover: (restaurantId: string | null) => void;
}) {
  const { nameOf } = useCategories();
  const onStatus = useStatusChange();
  const virtual = useLazyModule(loadVirtualRows, entries.length > FIRST_ROWS);
  const list = useRef<HTMLUListElement>(null);
  const { memory } = layout;
  const [rows, setRows] = useState<Rows>({ placed: memory.placed });
  const onPlaced = useCallback((placed: PlacedRows, measure: MeasureRow) => setRows({ placed, measure }), []);
  const isPrinting = useIsPrinting();
  /** The positions of the rows near the visible part; null if the rows are in the normal flow. */
  const placed = isPrinting ? null : rows.placed;

  /** The index of the first place that does not match the whole typed text. A heading is shown before this place. */
  const firstInexact = useMemo(
    () => (found ? entries.findIndex((entry) => found.get(entry)?.closeness !== 'match') : -1),
    [found, entries],
  );

  const sections = useMemo(() => (hasHeadings ? sectionsOf(entries) : []), [hasHeadings, entries]);
  // A heading has the whole width.
  const columns = sections.some(({ name }) => name !== 'mine') ? 1 : layout.columns;
  const rowAt = (index: number) => {
    const entry = entries[index];
    if (!entry) return null;
    const { restaurant, isProvided, categoryId, distance } = entry;
    const shown = {
      restaurant,
      categoryName: nameOf(categoryId),
      distance: hidesDistance ? null : distance,
      found: found?.get(entry) ?? null,
      isSelected: restaurant.id === selectedId,
      onOpen,
    };
    return (
      <>
        <HeadingBefore index={index} sections={sections} sort={providedSort} hidesDistance={hidesDistance} />
        {index === firstInexact && (
          <p className="type-caption pt-1 pb-2 font-semibold text-ink-2">
            {found?.get(entry)?.closeness === 'guess' ? m.places_guess() : m.restaurants_partial({ typed })}
          </p>
        )}
        {isProvided ? (
          <Suspense fallback={<div style={{ height: LIKELY_HEIGHT }} />}>
            <ProvidedTicket {...shown} />
          </Suspense>
        ) : (
          <RestaurantTicket {...shown} onStatus={onStatus} />
        )}
      </>
    );
  };

  const reportHovered = (target: EventTarget) => {
    const at = target instanceof Element ? target.closest('li')?.dataset.index : undefined;
    onHover(at === undefined ? null : (entries[Number(at)]?.restaurant.id ?? null));
  };

  const renderedRows: readonly { index: number; style?: CSSProperties }[] =
    placed?.items.map((item) => ({ index: item.index, style: positionOf(item, columns) })) ??
    entries.slice(0, isPrinting ? entries.length : FIRST_ROWS).map((_, index) => ({ index }));
  return (
    <>
      {/* The list only observes the pointer and the focus. The controls are in its rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        role="list"
        aria-label={m.restaurants_list_label()}
        onPointerOver={(event) => event.pointerType === 'mouse' && reportHovered(event.target)}
        onPointerLeave={() => onHover(null)}
        onFocus={(event) => reportHovered(event.target)}
        onBlur={() => onHover(null)}
        ref={list}
        data-printed
        className={placed ? 'relative' : 'grid pt-0.5'}
        style={placed ? { height: placed.height } : gridOf(columns)}
      >
        {renderedRows.map(({ index, style }) => (
          <li
            key={entries[index]?.restaurant.id ?? index}
            ref={rows.measure}
            data-index={index}
            aria-setsize={entries.length}
            aria-posinset={index + 1}
            className={placed ? 'absolute top-0' : undefined}
            style={style}
          >
            {rowAt(index)}
          </li>
        ))}
      </ul>
      {virtual && (
        <virtual.VirtualRows
          {...layout}
          columns={columns}
          list={list}
          entries={entries}
          selectedId={selectedId}
          onPlaced={onPlaced}
        />
      )}
    </>
  );
}

/** The heading of the section that begins with this row. */
function HeadingBefore({
  index,
  sections,
  ...rest
}: Omit<ComponentProps<typeof SectionHeading>, 'section' | 'count'> & {
  index: number;
  sections: ReturnType<typeof sectionsOf>;
}) {
  const section = sections.find(({ from }) => from === index);
  if (!section || section.name === 'mine') return null;
  return <SectionHeading section={section.name} count={section.count} {...rest} />;
}

type Rows = { placed: PlacedRows | null; measure?: MeasureRow };

const gridOf = (columns: number) => ({ gap: GAP, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` });

const positionOf = ({ lane, start }: PlacedRows['items'][number], columns: number) => ({
  left: `calc(${(lane * 100) / columns}% + ${(lane * GAP) / columns}px)`,
  width: `calc(${100 / columns}% - ${(GAP * (columns - 1)) / columns}px)`,
  transform: `translateY(${start}px)`,
});
