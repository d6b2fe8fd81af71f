import type { MapEngineOptions, Viewport } from '../map.ts';

/**
 * Finds out whether the user or the program moves the map. The maps services do not report this. Every move that the
 * program did not start counts as a move of the user.
 */
export function createMoves({
  viewport,
  onMoveStart,
  onMove,
  onMoveEnd,
}: Pick<MapEngineOptions, 'onMoveStart' | 'onMove' | 'onMoveEnd'> & { viewport: () => Viewport }) {
  let isMoving = false;
  // The first move, to the initial view, is started by the program.
  let isByPerson = false;
  return {
    /** Must be called before the program moves the map. */
    startOwn: (own: { isByPerson: boolean }) => {
      ({ isByPerson } = own);
    },
    /**
     * Must be called when a finger or a pointer takes over a move. The move in progress then counts as a move of the
     * user.
     */
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
