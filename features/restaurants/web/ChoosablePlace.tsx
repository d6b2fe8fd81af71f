import { type ReactNode, useEffect, useRef } from 'react';
import { m } from '#messages';
import { Checkbox } from '#web/ui/Checkbox.tsx';

/** The chosen places; null if the member is not choosing places. */
export type ChosenPlaces = ReadonlySet<string> | null;

/** A row of a list of places from which the member can choose several. */
export function ChoosablePlace({
  place: { id, name },
  isMine,
  chosen,
  onChoose,
  children,
}: {
  place: { id: string; name: string };
  /** Whether the place is already in my list, so that it cannot be chosen. */
  isMine: boolean;
  chosen: ChosenPlaces;
  onChoose: (chosen: ReadonlySet<string>) => void;
  children: ReactNode;
}) {
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <li data-place={id} className="flex items-center gap-1">
      {chosen && !isMine && (
        <Checkbox
          className="flex-none"
          checked={chosen.has(id)}
          onChange={toggle}
          label={<span className="sr-only">{m.provided_choose({ name })}</span>}
        />
      )}
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}

/** Scrolls to the ticket of the place that the member pressed on the map. @returns the ref of the list */
export function useScrollToPlace<List extends HTMLElement>(selectedId: string | null) {
  const list = useRef<List>(null);
  useEffect(() => {
    const tickets = list.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [];
    [...tickets].find((each) => each.dataset.place === selectedId)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  return list;
}
