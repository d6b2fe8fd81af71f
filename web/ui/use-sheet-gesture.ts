import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
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
export const SLOP_PX = 6;
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

export type SheetGesture = ReturnType<typeof useSheetGesture>;

/**
 * Moves the sheet and its list with a finger or a pointer. `gesture` is null between two gestures.
 * The position is written directly to the element, because rendering on every movement would drop frames.
 */
export function useSheetGesture({
  snap,
  screen,
  onSnapChange,
}: {
  snap: Snap;
  screen: Screen;
  onSnapChange: (snap: Snap) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const full = visibleHeight({ snap: 'full', screen });
  const settled = visibleHeight({ snap, screen });
  const lowest = visibleHeight({ snap: 'peek', screen });
  const { sheet, place, settle, setNextTime } = useSheetPosition({ full, settled });
  const gesture = useRef<Gesture | null>(null);
  const wasDragged = useRef(false);
  const stopFling = useRef(() => {});

  useEffect(() => () => stopFling.current(), []);

  const begin = ({ x, y, at }: { x: number; y: number; at: number }) => {
    stopFling.current();
    setNextTime(null);
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

  const take = (y: number) => {
    const { current } = gesture;
    if (!current) return;
    wasDragged.current = true;
    Object.assign(current, { owner: 'sheet', y, scrollAtStart: scroller.current?.scrollTop ?? 0 });
  };

  const decideOwner = ({ x, y, isOnList }: { x: number; y: number; isOnList: boolean }) => {
    const { current } = gesture;
    if (!current) return;
    const down = y - current.y;
    const aside = Math.abs(x - current.x);
    const isAtTop = (scroller.current?.scrollTop ?? 0) <= 0;
    current.owner = ownerOf({ down, aside, isOnList, isAtTop, isFull: snap === 'full' });
    if (current.owner === 'sheet') take(y);
  };

  /** The browser scrolls the list. When the list has reached its top, the sheet takes over the gesture. */
  const followList = (y: number, at: number) => {
    const { current } = gesture;
    if (!current) return;
    const isPulled = (scroller.current?.scrollTop ?? 0) <= 0 && (current.samples.at(-1)?.y ?? y) < y;
    current.samples = [...current.samples.slice(-7), { y, at }];
    if (!isPulled || !scroller.current) return;
    // The browser must stop scrolling the list.
    scroller.current.style.overflowY = 'hidden';
    take(y);
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
    setNextTime(settleTime({ distance: target - height, velocity }));
    settle(target);
    if (isInList && scroller.current) stopFling.current = flingList(scroller.current, velocity);
    onSnapChange(next);
  };

  return { sheet, scroller, gesture, wasDragged, begin, decideOwner, take, follow, followList, release };
}

/** Writes the position of the sheet to its element. `settled` is the height as rendered. */
function useSheetPosition({ full, settled }: { full: number; settled: number }) {
  const sheet = useRef<HTMLElement>(null);
  /** Milliseconds of the next movement to a snap position. With null, the movement has the usual duration. */
  const nextTime = useRef<number | null>(null);

  const setNextTime = (milliseconds: number | null) => {
    nextTime.current = milliseconds;
  };
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

  return { sheet, place, settle, setNextTime };
}

/** Returns what a movement by `down` and `aside` pixels moves. */
function ownerOf({
  down,
  aside,
  isOnList,
  isAtTop,
  isFull,
}: {
  down: number;
  aside: number;
  isOnList: boolean;
  /** Whether the list is at its top. */
  isAtTop: boolean;
  /** Whether the sheet has its full height. */
  isFull: boolean;
}): Gesture['owner'] {
  if (Math.abs(down) < SLOP_PX && aside < SLOP_PX) return 'undecided';
  if (aside > Math.abs(down)) return 'none';
  if (!isOnList) return 'sheet';
  if (down > 0) return isAtTop ? 'sheet' : 'list';
  return isFull ? 'list' : 'sheet';
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
