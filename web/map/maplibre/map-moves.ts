import { LngLat, type Map as MapLibreMap } from 'maplibre-gl';
import { CREDIT, fitMargin, PLACE_DETAIL_ZOOM } from '../camera.ts';
import type { Bounds, MapEngine, Padding } from '../map.ts';
import { holdOf } from './hold.ts';

const LONGEST_FLIGHT_MS = 1_600;
const SHEET_MS = 320;

/** Moves the map for the program. Moves are animated after the screen has set its initial view. */
export function createMapMoves(map: MapLibreMap) {
  const hold = holdOf(map);
  let isAnimated = false;
  let padding: Required<Padding> | null = null;
  /**
   * The target of the animation in progress. If a panel opens during the animation, the animation continues to this
   * target.
   */
  let destination: { center: [number, number]; zoom: number } | null = null;
  map.on('moveend', () => {
    destination = null;
  });

  function fly(to: { center: [number, number]; zoom: number }) {
    hold.whenReleased(() => {
      if (!isAnimated) return void map.jumpTo(to);
      // MapLibre would render frames for half a second.
      if (isShown(to)) return;
      map.flyTo({ ...to, speed: 1.8, maxDuration: LONGEST_FLIGHT_MS });
      destination = to;
    });
  }

  function isShown({ center, zoom }: { center: [number, number]; zoom: number }) {
    const distance = map.project(center).dist(map.project(map.getCenter()));
    return !map.isMoving() && distance < 1 && Math.abs(zoom - map.getZoom()) < 0.01;
  }

  return {
    setAnimated: (next: boolean) => {
      isAnimated = next;
    },
    /** Must be called when another screen shows the map. */
    forgetPadding: () => {
      padding = null;
    },
    setPadding: ({ top = 0, right = 0, bottom = 0, left = 0 }: Padding) => {
      const next = { top, right, bottom, left };
      if (JSON.stringify(next) === JSON.stringify(padding)) return;
      padding = next;
      if (isAnimated) map.easeTo({ ...destination, padding, duration: SHEET_MS });
      else map.setPadding(padding);
      const { style } = map.getContainer();
      style.setProperty('--map-covered-bottom', `${bottom}px`);
      style.setProperty('--map-covered-left', `${left}px`);
    },
    flyTo: ({
      centre,
      zoom = Math.max(map.getZoom(), PLACE_DETAIL_ZOOM),
    }: Parameters<MapEngine['flyTo']>[0]) => fly({ center: [centre.lng, centre.lat], zoom }),
    fitBounds: ({ south, west, north, east }: Bounds) => {
      const { top = 0, bottom = 0 } = map.getPadding();
      const margin = fitMargin(map.getContainer().clientHeight - top - bottom - CREDIT.height);
      const camera = map.cameraForBounds([west, south, east, north], {
        // Pins and clusters are above their points, so less room is needed below the lowest point.
        padding: { top: margin, right: margin, bottom: CREDIT.height + margin / 3, left: margin },
        maxZoom: PLACE_DETAIL_ZOOM,
      });
      if (!camera?.center || camera.zoom === undefined) return;
      const { lng, lat } = LngLat.convert(camera.center);
      fly({ center: [lng, lat], zoom: camera.zoom });
    },
    stop: hold.stop,
  };
}
