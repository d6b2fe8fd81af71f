import type { Map as MapLibreMap } from 'maplibre-gl';

/**
 * Delays movements of the map while the user holds it, because MapLibre ends a drag when the program moves the map. If
 * the user moves the map meanwhile, the movement is dropped.
 */
export function holdOf(map: MapLibreMap) {
  const pointers = new Set<number>();
  let isMoved = false;
  let waiting: (() => void) | null = null;
  const controller = new AbortController();
  const { signal } = controller;
  map.getCanvasContainer().addEventListener('pointerdown', ({ pointerId }) => {
    if (pointers.size === 0) isMoved = false;
    pointers.add(pointerId);
  });
  map.on('move', (event) => {
    if ('originalEvent' in event) isMoved = true;
  });
  const release = ({ pointerId }: PointerEvent) => {
    if (!pointers.delete(pointerId) || pointers.size > 0) return;
    if (!isMoved) waiting?.();
    waiting = null;
  };
  window.addEventListener('pointerup', release, { signal });
  window.addEventListener('pointercancel', release, { signal });
  return {
    whenReleased: (move: () => void) => {
      if (pointers.size > 0) waiting = move;
      else move();
    },
    stop: () => controller.abort(),
  };
}
