import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { m } from '#messages';
import { type Screen, type Snap, snapAfterDrag, snapAfterKey, visibleHeight } from './bottom-sheet.rules.ts';

/**
 * The phone's list over the map, at one of three heights. The handle is a button (↑ ↓, press to advance); the handle
 * and the header drag the sheet, and so does the list while the sheet is not fully open, or when it is pulled down from
 * its top.
 */
export function BottomSheet({
  snap,
  onSnapChange,
  screen,
  label,
  header,
  children,
}: {
  snap: Snap;
  onSnapChange: (snap: Snap) => void;
  screen: Screen;
  label: string;
  /** Stays in view above the list. */
  header?: ReactNode;
  children: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const isFull = snap === 'full';
  const full = visibleHeight({ snap: 'full', screen });
  const settled = visibleHeight({ snap, screen });
  const visible = dragged ?? settled;

  const drag = useDrag({
    heightAtStart: () => settled,
    onMove: (height) => setDragged(Math.min(full, Math.max(visibleHeight({ snap: 'peek', screen }), height))),
    onEnd: ({ height, velocity }) => {
      setDragged(null);
      onSnapChange(snapAfterDrag({ height, velocity, screen }));
    },
    onCancel: () => setDragged(null),
  });
  useListDrag({ scroller, isFull, drag });

  useEffect(() => {
    document.body.toggleAttribute('data-sheet-full', isFull);
    return () => document.body.removeAttribute('data-sheet-full');
  }, [isFull]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = snapAfterKey({ key: event.key, snap });
    if (!next) return;
    event.preventDefault();
    onSnapChange(next);
  };

  return (
    <section
      aria-label={label}
      className="sheet"
      data-dragging={dragged !== null || undefined}
      style={{ height: full, transform: `translateY(${full - visible}px)` }}
    >
      <div {...drag.handlers} className="sheet-header">
        <button
          type="button"
          aria-label={SNAP_LABELS[snap]()}
          className="sheet-grab"
          onKeyDown={onKeyDown}
          onClick={() =>
            !drag.wasDragged() && onSnapChange(snap === 'full' ? 'half' : snap === 'half' ? 'full' : 'half')
          }
        />
        {header}
      </div>
      <div
        ref={scroller}
        className="sheet-scroll"
        // Content below the screen's edge must still be reachable by scrolling.
        style={{ paddingBottom: full - settled, scrollPaddingBottom: full - settled }}
        onFocus={() => snap === 'peek' && onSnapChange('half')}
      >
        {children}
      </div>
    </section>
  );
}

const SNAP_LABELS: Record<Snap, () => string> = {
  peek: m.kit_sheet_peek,
  half: m.kit_sheet_half,
  full: m.kit_sheet_full,
};

type Drag = {
  start: (clientY: number) => void;
  move: (clientY: number) => void;
  end: () => void;
  cancel: () => void;
};

/** Follows one finger: height while it moves, height and speed (px/ms, up is positive) when released. */
function useDrag({
  heightAtStart,
  onMove,
  onEnd,
  onCancel,
}: {
  heightAtStart: () => number;
  onMove: (height: number) => void;
  onEnd: (end: { height: number; velocity: number }) => void;
  onCancel: () => void;
}) {
  const state = useRef({
    from: 0,
    height: 0,
    isDragging: false,
    hasMoved: false,
    samples: [] as { y: number; at: number }[],
  });
  const drag: Drag & { wasDragged: () => boolean } = {
    start: (clientY) => {
      state.current = {
        from: clientY,
        height: heightAtStart(),
        isDragging: true,
        hasMoved: false,
        samples: [{ y: clientY, at: performance.now() }],
      };
    },
    move: (clientY) => {
      const { current } = state;
      if (!current.isDragging) return;
      if (Math.abs(clientY - current.from) > SLOP_PX) current.hasMoved = true;
      if (!current.hasMoved) return;
      current.samples = [...current.samples.slice(-4), { y: clientY, at: performance.now() }];
      onMove(current.height + current.from - clientY);
    },
    end: () => {
      const { current } = state;
      if (!current.isDragging) return;
      current.isDragging = false;
      const first = current.samples[0];
      const last = current.samples.at(-1);
      if (!current.hasMoved || !first || !last) return onCancel();
      const elapsed = Math.max(1, performance.now() - first.at);
      onEnd({ height: current.height + current.from - last.y, velocity: (first.y - last.y) / elapsed });
    },
    cancel: () => {
      state.current.isDragging = false;
      onCancel();
    },
    wasDragged: () => state.current.hasMoved,
  };
  const handlers = {
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      drag.start(event.clientY);
    },
    onPointerMove: (event: ReactPointerEvent<HTMLElement>) => {
      drag.move(event.clientY);
      // Captures only after it moves, so that the header's buttons still work.
      if (state.current.isDragging && state.current.hasMoved)
        event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp: drag.end,
    onPointerCancel: drag.cancel,
  };
  return { ...drag, handlers };
}

const SLOP_PX = 6;

type Touched = { x: number; y: number; owner: 'undecided' | 'sheet' | 'list' };

/**
 * Touches on the list: they move the sheet while it is not fully open, and when a list at its top is pulled down;
 * otherwise they scroll the list. Decided once per touch, so that the two do not conflict.
 */
function useListDrag({
  scroller,
  isFull,
  drag,
}: {
  scroller: React.RefObject<HTMLDivElement | null>;
  isFull: boolean;
  drag: Drag;
}) {
  const touch = useRef<Touched>({ x: 0, y: 0, owner: 'undecided' });
  const onTouchStart = useEffectEvent((event: TouchEvent) => {
    const finger = event.touches[0];
    if (!finger || event.touches.length > 1) return;
    touch.current = { x: finger.clientX, y: finger.clientY, owner: 'undecided' };
  });
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    const finger = event.touches[0];
    if (!finger || touch.current.owner === 'list') return;
    if (touch.current.owner === 'undecided') {
      const down = finger.clientY - touch.current.y;
      if (Math.abs(down) < SLOP_PX && Math.abs(finger.clientX - touch.current.x) < SLOP_PX) return;
      const isSideways = Math.abs(finger.clientX - touch.current.x) > Math.abs(down);
      const isAtTop = (scroller.current?.scrollTop ?? 0) <= 0;
      const isForSheet = !isSideways && isAtTop && (isFull ? down > 0 : true);
      touch.current.owner = isForSheet ? 'sheet' : 'list';
      if (!isForSheet) return;
      drag.start(finger.clientY);
    }
    event.preventDefault();
    drag.move(finger.clientY);
  });
  const onTouchEnd = useEffectEvent(() => {
    if (touch.current.owner === 'sheet') drag.end();
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener('touchstart', onTouchStart, { signal, passive: true });
    // Not passive: a touch that moves the sheet must not also scroll the list.
    element.addEventListener('touchmove', onTouchMove, { signal, passive: false });
    element.addEventListener('touchend', onTouchEnd, { signal });
    element.addEventListener('touchcancel', onTouchEnd, { signal });
    return () => controller.abort();
  }, [scroller]);
}

/** The height that the sheet's positions refer to. */
export const useViewportHeight = (): number =>
  useSyncExternalStore(subscribeToResize, () => window.innerHeight);

function subscribeToResize(listener: () => void) {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
