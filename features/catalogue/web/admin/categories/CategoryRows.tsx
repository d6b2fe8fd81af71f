import { GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { m } from '#messages';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { moved } from './order.rules.ts';

export type Row = { id: string; name: string };

/** The rows of the categories. A row is dragged by its handle, or moved one step with the arrow keys. */
export function CategoryRows({ rows, onChange }: { rows: Row[]; onChange: (rows: Row[]) => void }) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const firstOfSecondColumn = Math.ceil(rows.length / 2);

  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row || !rows[to] || from === to) return;
    onChange(moved(rows, { from, to }));
    setSaid(m.admin_category_moved({ name: row.name, position: to + 1, count: rows.length }));
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(at, at + by);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragged === null) return;
    const to = [...(list.current?.children ?? [])].findIndex((item) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      const { clientX, clientY } = event;
      return left <= clientX && clientX < right && top <= clientY && clientY < bottom;
    });
    move(
      rows.findIndex(({ id }) => id === dragged),
      to,
    );
  };

  return (
    <>
      <ol
        ref={list}
        className="max-w-[560px] rounded-card bg-surface shadow-1 lg:grid lg:max-w-none lg:grid-flow-col lg:grid-cols-2"
        // On wide screens the order continues at the top of the second column.
        style={{ gridTemplateRows: `repeat(${firstOfSecondColumn}, auto)` }}
      >
        {rows.map(({ id, name }, at) => (
          <li
            key={id}
            className={classes(
              'flex items-center gap-1 border-line px-1.5 py-1.5',
              at > 0 && 'border-t',
              at === firstOfSecondColumn && 'lg:border-t-0',
              dragged === id && 'relative rounded-field bg-raised shadow-2',
            )}
          >
            <IconButton
              label={m.admin_category_move({ name })}
              aria-roledescription={m.admin_category_handle()}
              className={classes('touch-none', dragged === id ? 'cursor-grabbing' : 'cursor-grab')}
              onKeyDown={(event) => onKeyDown(event, at)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(id);
              }}
              onPointerMove={onPointerMove}
              onPointerUp={() => setDragged(null)}
              onPointerCancel={() => setDragged(null)}
            >
              <GripVertical className="size-5! text-ink-3" aria-hidden="true" />
            </IconButton>
            <CategoryIcon categoryId={id} className="size-5 flex-none text-ink-2" />
            <TextInput
              aria-label={m.admin_category_name()}
              placeholder={m.admin_category_name()}
              maxLength={30}
              className="ml-2 min-w-0 flex-1"
              value={name}
              onChange={({ currentTarget: { value } }) =>
                onChange(rows.map((row) => (row.id === id ? { ...row, name: value } : row)))
              }
            />
            <IconButton
              label={m.admin_category_remove({ name })}
              onClick={() => onChange(rows.filter((row) => row.id !== id))}
            >
              <X className="size-5!" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
