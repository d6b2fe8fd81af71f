import type { MapEngineOptions, Viewport } from '../map.ts';

/**
 * Turns a service's “view changed” and “idle” events into moves with an initiator. The services do not report the
 * initiator; every move that the program did not start is the user's.
 */
export function createMoves({
  viewport,
  onMoveStart,
  onMove,
  onMoveEnd,
}: Pick<MapEngineOptions, 'onMoveStart' | 'onMove' | 'onMoveEnd'> & { viewport: () => Viewport }) {
  let isMoving = false;
  // The first move, to the initial view, is the program's.
  let isByPerson = false;
  return {
    /** The program is about to move the map. */
    startOwn: (own: { isByPerson: boolean }) => {
      ({ isByPerson } = own);
    },
    /** A finger or a pointer takes over, whatever move is in progress. */
    taken: () => {
      isByPerson = true;
    },
    changed: () => {
      if (!isMoving) onMoveStart();
      isMoving = true;
      onMove(viewport());
    },
    rested: () => {
      if (!isMoving) return;
      isMoving = false;
      onMoveEnd(viewport(), isByPerson);
      isByPerson = true;
    },
  };
}
