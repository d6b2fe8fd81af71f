import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent } from 'react';
import type { Screen, Snap } from './bottom-sheet.rules.ts';
import { type SheetGesture, SLOP_PX, useSheetGesture } from './use-sheet-gesture.ts';

/**
 * Lets the user drag the sheet. A drag may start anywhere in the sheet. Sideways movements scroll the row under the
 * finger.
 * When the sheet has its full height, the same gesture scrolls the list. When the list is back at its top, the gesture
 * moves the sheet again.
 * Put the refs on the sheet and on its list.
 */
export function useSheetDrag(options: { snap: Snap; screen: Screen; onSnapChange: (snap: Snap) => void }) {
  const drag = useSheetGesture(options);
  useTouchDrag(drag);
  const { sheet, scroller, wasDragged } = drag;
  return { sheet, scroller, handlers: pointerHandlers(drag), wasDragged: () => wasDragged.current };
}

/** Drags the sheet by a finger. */
function useTouchDrag({
  sheet,
  scroller,
  gesture,
  begin,
  decideOwner,
  followList,
  follow,
  release,
}: SheetGesture): void {
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
      decideOwner({ x, y, isOnList });
    }
    if (current.owner === 'list') followList(y, event.timeStamp);
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
  }, [sheet]);
}

/** The handlers for a mouse or a pen, which can drag the sheet by its header. */
const pointerHandlers = ({ gesture, begin, take, follow, release }: SheetGesture) => ({
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
});
