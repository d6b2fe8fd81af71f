import {
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import {
  type Screen,
  type Snap,
  settleTime,
  snapAfterDrag,
  speedOf,
  visibleHeight,
} from './bottom-sheet.rules.ts';

/**
 * A touch that moves by at most this number of pixels is a press. Chrome and iOS start to scroll at a greater distance.
 */
const SLOP_PX = 6;
/** In this number of milliseconds, the speed of a flung list falls to about a third, as on iOS. */
const FLING_DECAY_MS = 325;
const LEAST_SPEED = 0.02;

type Gesture = {
  x: number;
  y: number;
  /** What the gesture moves. With `list`, the browser scrolls the list. */
  owner: 'undecided' | 'sheet' | 'list' | 'none';
  heightAtStart: number;
  scrollAtStart: number;
  /** Pixels that this gesture has scrolled the list. */
  scrolled: number;
  /**
   * Height of the sheet at the position of the finger. If this height is above the full height, the list scrolls
   * instead.
   */
  wanted: number;
  samples: { y: number; at: number }[];
};

/**
 * Lets the user drag the sheet. A drag may start anywhere in the sheet. Sideways movements scroll the row under the
 * finger.
 * When the sheet has its full height, the same gesture scrolls the list. When the list is back at its top, the gesture
 * moves the sheet again.
 * Put the refs on the sheet and on its list. The hook writes the position directly to the element, because rendering on
 * every movement would drop frames.
 */
export function useSheetDrag({
  snap,
  screen,
  onSnapChange,
}: {
  snap: Snap;
  screen: Screen;
  onSnapChange: (snap: Snap) => void;
}) {
  const sheet = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const full = visibleHeight({ snap: 'full', screen });
  const settled = visibleHeight({ snap, screen });
  const lowest = visibleHeight({ snap: 'peek', screen });
  const gesture = useRef<Gesture | null>(null);
  const wasDragged = useRef(false);
  const stopFling = useRef(() => {});

  /** Milliseconds of the next movement to a snap position. With null, the movement has the usual duration. */
  const nextTime = useRef<number | null>(null);

  const place = (height: number) => {
    if (sheet.current) sheet.current.style.transform = `translateY(${full - height}px)`;
  };
  const settle = (height: number) => {
    const { current } = sheet;
    if (!current) return;
    current.removeAttribute('data-dragging');
    current.style.transitionDuration = nextTime.current === null ? '' : `${nextTime.current}ms`;
    place(height);
  };
  const settleAsRendered = useEffectEvent(() => settle(settled));
  useLayoutEffect(() => settleAsRendered(), [settled, full]);
  useEffect(() => () => stopFling.current(), []);

  const begin = ({ x, y, at }: { x: number; y: number; at: number }) => {
    stopFling.current();
    nextTime.current = null;
    wasDragged.current = false;
    gesture.current = {
      x,
      y,
      owner: 'undecided',
      heightAtStart: settled,
      wanted: settled,
      scrolled: 0,
      // The start is also a sample, because a quick flick may have only one movement after it.
      samples: [{ y, at }],
      scrollAtStart: scroller.current?.scrollTop ?? 0,
    };
  };

  const ownerOf = ({ x, y, isOnList }: { x: number; y: number; isOnList: boolean }) => {
    const { current } = gesture;
    if (!current) return 'none';
    const down = y - current.y;
    const aside = Math.abs(x - current.x);
    if (Math.abs(down) < SLOP_PX && aside < SLOP_PX) return 'undecided';
    if (aside > Math.abs(down)) return 'none';
    if (!isOnList) return 'sheet';
    const isAtTop = (scroller.current?.scrollTop ?? 0) <= 0;
    return down > 0 ? (isAtTop ? 'sheet' : 'list') : snap === 'full' ? 'list' : 'sheet';
  };

  const take = (y: number) => {
    const { current } = gesture;
    if (!current) return;
    wasDragged.current = true;
    Object.assign(current, { owner: 'sheet', y, scrollAtStart: scroller.current?.scrollTop ?? 0 });
  };

  const follow = (y: number, at: number) => {
    const { current } = gesture;
    if (!current || !scroller.current) return;
    current.samples = [...current.samples.slice(-7), { y, at }];
    current.wanted = current.heightAtStart + current.y - y;
    const scrolled = Math.max(0, current.wanted - full);
    // Setting `scrollTop` causes a layout of the list, even if the value does not change.
    if (scrolled !== current.scrolled) scroller.current.scrollTop = current.scrollAtStart + scrolled;
    current.scrolled = scrolled;
    sheet.current?.toggleAttribute('data-dragging', true);
    place(Math.min(full, Math.max(lowest, current.wanted)));
  };

  const release = (at: number) => {
    const { current } = gesture;
    gesture.current = null;
    if (!current || current.owner !== 'sheet') return;
    scroller.current?.style.removeProperty('overflow-y');
    const velocity = speedOf(current.samples, at);
    const height = Math.min(full, Math.max(lowest, current.wanted));
    const isInList = current.wanted > full;
    const next = isInList ? 'full' : snapAfterDrag({ height, velocity, screen });
    const target = visibleHeight({ snap: next, screen });
    nextTime.current = settleTime({ distance: target - height, velocity });
    settle(target);
    if (isInList && scroller.current) stopFling.current = flingList(scroller.current, velocity);
    onSnapChange(next);
  };

  const onTouchStart = useEffectEvent((event: TouchEvent) => {
    const [finger] = event.touches;
    if (finger && event.touches.length === 1) {
      begin({ x: finger.clientX, y: finger.clientY, at: event.timeStamp });
    }
  });
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    const [finger] = event.touches;
    const { current } = gesture;
    if (!finger || !current || current.owner === 'none') return;
    const { clientX: x, clientY: y } = finger;
    if (current.owner === 'undecided') {
      const isOnList = event.target instanceof Node && (scroller.current?.contains(event.target) ?? false);
      current.owner = ownerOf({ x, y, isOnList });
      if (current.owner === 'sheet') take(y);
    }
    if (current.owner === 'list') {
      const isPulled = (scroller.current?.scrollTop ?? 0) <= 0 && (current.samples.at(-1)?.y ?? y) < y;
      current.samples = [...current.samples.slice(-7), { y, at: event.timeStamp }];
      if (!isPulled || !scroller.current) return;
      // The list has reached its top, and the sheet takes over the gesture. Therefore the browser must stop scrolling
      // the list.
      scroller.current.style.overflowY = 'hidden';
      take(y);
    }
    if (current.owner !== 'sheet') return;
    if (event.cancelable) event.preventDefault();
    follow(y, event.timeStamp);
  });
  const onTouchEnd = useEffectEvent((event: TouchEvent) => release(event.timeStamp));
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener('touchstart', onTouchStart, { signal, passive: true });
    // The listener is not passive: a touch that moves the sheet must not scroll the list too.
    element.addEventListener('touchmove', onTouchMove, { signal, passive: false });
    element.addEventListener('touchend', onTouchEnd, { signal });
    element.addEventListener('touchcancel', onTouchEnd, { signal });
    return () => controller.abort();
  }, []);

  /** The handlers for a mouse or a pen, which can drag the sheet by its header. */
  const handlers = {
    onPointerDown: (event: ReactPointerEvent) => {
      if (event.pointerType !== 'touch' && event.button === 0) {
        begin({ x: event.clientX, y: event.clientY, at: event.timeStamp });
      }
    },
    onPointerMove: (event: ReactPointerEvent) => {
      const { current } = gesture;
      if (!current || event.pointerType === 'touch') return;
      // The button was released outside the header.
      if (event.buttons === 0) return release(event.timeStamp);
      if (current.owner !== 'sheet') {
        const moved = event.clientY - current.y;
        if (Math.abs(moved) < SLOP_PX) return;
        // A busy browser reports a fast movement as one event, so the sheet follows from the start of the movement.
        take(current.y + Math.sign(moved) * SLOP_PX);
        // The pointer is captured only when it moves, so that presses reach the buttons in the header.
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      follow(event.clientY, event.timeStamp);
    },
    onPointerUp: (event: ReactPointerEvent) => event.pointerType !== 'touch' && release(event.timeStamp),
    onPointerCancel: (event: ReactPointerEvent) => event.pointerType !== 'touch' && release(event.timeStamp),
  };
  return { sheet, scroller, handlers, wasDragged: () => wasDragged.current };
}

/**
 * Continues to scroll the list after a fling. `velocity` is the initial speed in px/ms.
 * @returns a function that stops the movement
 */
function flingList(list: HTMLElement, velocity: number): () => void {
  let speed = velocity;
  let top = list.scrollTop;
  let before = performance.now();
  let frame = requestAnimationFrame(step);
  function step(now: number) {
    const elapsed = Math.max(0, now - before);
    before = now;
    top += speed * elapsed;
    speed *= Math.exp(-elapsed / FLING_DECAY_MS);
    list.scrollTop = top;
    if (Math.abs(speed) > LEAST_SPEED) frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}
