import { type KeyboardEvent, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { m } from '#messages';
import { type Screen, type Snap, snapAfterKey, visibleHeight } from './bottom-sheet.rules.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

/**
 * A sheet that covers the map up to one of three heights. The keys ↑ and ↓ on the handle change the height, and a press
 * selects the next height. The sheet can be dragged at any point (use-sheet-drag.ts).
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
  /** Content above the list. It does not scroll. */
  header?: ReactNode;
  children: ReactNode;
}) {
  const isFull = snap === 'full';
  const full = visibleHeight({ snap: 'full', screen });
  const below = full - visibleHeight({ snap, screen });
  const { sheet, scroller, handlers, wasDragged } = useSheetDrag({ snap, screen, onSnapChange });

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
    <section aria-label={label} ref={sheet} className="sheet" style={{ height: full }}>
      <div {...handlers} className="sheet-header">
        <button
          type="button"
          aria-label={SNAP_LABELS[snap]()}
          className="sheet-grab"
          // The handle captures the pointer, because a fast mouse leaves the handle before its first movement is
          // reported.
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onKeyDown={onKeyDown}
          // The end of a drag is not a press. `detail` is 0 for a press by the keyboard.
          onClick={({ detail }) =>
            (detail === 0 || !wasDragged()) && onSnapChange(snap === 'half' ? 'full' : 'half')
          }
        />
        {header}
      </div>
      <div
        ref={scroller}
        className="sheet-scroll"
        // A part of the sheet is below the edge of the screen. The padding makes its content reachable by scrolling.
        style={{ paddingBottom: below, scrollPaddingBottom: below }}
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

/** Returns the height of the window. The positions of the sheet refer to this height. */
export const useViewportHeight = (): number =>
  useSyncExternalStore(subscribeToResize, () => window.innerHeight);

function subscribeToResize(listener: () => void) {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
