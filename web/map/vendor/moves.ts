import type { MapEngineOptions, Viewport } from '../map.ts';

/**
 * Turns a service's “the view has changed” and “it has come to rest” into moves that know whose they were. The services
 * do not say; whatever we did not start ourselves was the person.
 */
export function createMoves({
  viewport,
  onMoveStart,
  onMove,
  onMoveEnd,
}: Pick<MapEngineOptions, 'onMoveStart' | 'onMove' | 'onMoveEnd'> & { viewport: () => Viewport }) {
  let isMoving = false;
  // The first view is ours.
  let isByPerson = false;
  return {
    /** We are about to move the map. */
    startOwn: (own: { isByPerson: boolean }) => {
      ({ isByPerson } = own);
    },
    /** A finger or a pointer has taken the map, whatever was under way. */
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
