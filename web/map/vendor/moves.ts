import type { MapEngineOptions, Viewport } from '../map.ts';

/**
 * The services do not report who starts a move. Every move that the program did not start counts as a
 * move of the user.
 */
export function createMoves({
  viewport,
  onMoveStart,
  onMove,
  onMoveEnd,
}: Pick<MapEngineOptions, 'onMoveStart' | 'onMove' | 'onMoveEnd'> & { viewport: () => Viewport }) {
  let isMoving = false;
  // The program starts the first move, to the initial view.
  let isByPerson = false;
  return {
    /** Call it before the program moves the map. */
    startOwn: (own: { isByPerson: boolean }) => {
      ({ isByPerson } = own);
    },
    /** Call it when a finger or a pointer takes over. The move in progress then counts as the user's. */
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
