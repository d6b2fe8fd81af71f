import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type Reorder = ReturnType<typeof useReorder>;

/**
 * Lets the member change the order of tiles. The member drags a tile by its handle, or presses the arrow keys, Home or
 * End on the handle. During a drag, CSS moves the other tiles. The order changes when the member releases the tile.
 */
export function useReorder({
  keys,
  onMove,
}: {
  keys: readonly string[];
  onMove: (key: string, to: number) => void;
}) {
  const [drag, setDrag] = useState<{ key: string; to: number } | null>(null);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const tiles = useRef(new Map<string, HTMLElement>());

  const order = drag ? keys.filter((key) => key !== drag.key).toSpliced(drag.to, 0, drag.key) : keys;

  const drop = () => {
    if (!drag) return;
    onMove(drag.key, drag.to);
    setMovedTo(drag.to);
    setDrag(null);
  };

  return {
    draggedKey: drag?.key ?? null,
    isFirst: (key: string) => order[0] === key,
    /** New position of the last moved tile, for screen readers. */
    movedTo,
    tileProps: (key: string) => ({
      style: { order: order.indexOf(key) },
      ref: (tile: HTMLElement | null) => {
        if (tile) tiles.current.set(key, tile);
        else tiles.current.delete(key);
      },
    }),
    gripProps: (key: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ key, to: keys.indexOf(key) });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!drag) return;
        const over = order.find((other) => other !== key && contains(tiles.current.get(other), event));
        if (over) setDrag({ key, to: order.indexOf(over) });
      },
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const to = positionAfter({ pressed: event.key, at: keys.indexOf(key), last: keys.length - 1 });
        if (to === null) return;
        event.preventDefault();
        const grip = event.currentTarget;
        flushSync(() => {
          onMove(key, to);
          setMovedTo(to);
        });
        // The handle gets the focus again, because moving an element in the DOM removes its focus.
        grip.focus();
      },
    }),
  };
}

function positionAfter({ pressed, at, last }: { pressed: string; at: number; last: number }): number | null {
  if (pressed === 'ArrowLeft' || pressed === 'ArrowUp') return Math.max(0, at - 1);
  if (pressed === 'ArrowRight' || pressed === 'ArrowDown') return Math.min(last, at + 1);
  if (pressed === 'Home') return 0;
  return pressed === 'End' ? last : null;
}

function contains(tile: HTMLElement | undefined, { clientX, clientY }: PointerEvent): boolean {
  const box = tile?.getBoundingClientRect();
  if (!box) return false;
  return box.left <= clientX && clientX <= box.right && box.top <= clientY && clientY <= box.bottom;
}
