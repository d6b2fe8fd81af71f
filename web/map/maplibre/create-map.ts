import 'maplibre-gl/dist/maplibre-gl.css';
import './maplibre.css';
import { AttributionControl, Map as MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { m } from '#messages';
import { NEAREST_ZOOM } from '../camera.ts';
import type { MapEngineOptions } from '../map.ts';
import { changeStyle, createBaseStyle } from './base-style.ts';
import { followOnlineStyle } from './follow-online-style.ts';
import { createMapMoves } from './map-moves.ts';
import { LAND } from './offline-base.ts';
import { createOverlay } from './overlay.ts';
import { addPressListeners } from './presses.ts';
import { supplyImages } from './supply-images.ts';
import { viewportOf } from './viewport-of.ts';

// Vite does not detect the worker. The content security policy (worker-src 'self') requires that the worker comes from
// our own origin. Therefore its URL is given here.
setWorkerUrl(workerUrl);

const FARTHEST_ZOOM = 3;
/** Milliseconds. A map has failed if it is visible and has rendered nothing for this time. */
const LOAD_TIMEOUT_MS = 20_000;

/** Marks moves by our own buttons as moves of the user. */
export const BY_PERSON = { isByPerson: true };

/**
 * Creates a map of MapLibre with its base map and its overlay.
 * @param screen returns the options of the screen that shows the map; null while no screen shows it
 */
export function createMap(
  options: MapEngineOptions & { onlineStyleUrl: string | null },
  screen: () => MapEngineOptions | null,
) {
  const container = document.createElement('div');
  container.className = 'size-full';
  options.container.append(container);

  const style = createBaseStyle(options);
  const map = new MapLibreMap({ ...optionsOf(options), container, style: style.current() });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({}), 'bottom-left');
  const sizeWatch = watchSize(map);
  supplyImages(map, style.look);
  // The content of the canvas is not in the DOM. Therefore tests query the map object.
  Object.assign(container, { maplibre: map });

  const moves = createMapMoves(map);
  const overlay = createOverlay(map);
  /** Resolves when the sources and layers exist. Their data may still be loading. */
  const whenStyled = new Promise<void>((resolve) => map.once('style.load', () => resolve()));
  const restyle = () => void whenStyled.then(() => changeStyle(map, style.current()));
  let hasLoaded = false;
  const loadWatch = watchLoading((error) => screen()?.onFailed(error));
  const followOnline = () =>
    options.onlineStyleUrl
      ? followOnlineStyle({
          url: options.onlineStyleUrl,
          onStyle: (next) => {
            style.setOnline(next);
            restyle();
          },
        })
      : null;
  let online = followOnline();

  void whenStyled.then(() => overlay.setViewport(viewportOf(map)));
  map.once('load', () => {
    hasLoaded = true;
    style.firstFrameDrawn();
    restyle();
    moves.setAnimated(true);
    loadWatch.stop();
    screen()?.onReady();
  });
  map.on('error', (event) => {
    if ('sourceId' in event && style.isOnlineSource(event.sourceId)) online?.tileFailed();
    else if (!hasLoaded && /worker/i.test(event.error.message))
      loadWatch.fail(new Error(event.error.message));
    else console.error(event.error);
  });
  map.on('sourcedata', ({ sourceId, tile }) => {
    if (tile && style.isOnlineSource(sourceId)) online?.tileArrived();
    if (tile && sourceId === LAND) style.landTileArrived(map);
  });
  map.on('movestart', () => screen()?.onMoveStart());
  map.on('move', () => screen()?.onMove(viewportOf(map)));
  map.on('moveend', (event) => {
    const viewport = viewportOf(map);
    overlay.setViewport(viewport);
    screen()?.onMoveEnd(viewport, 'originalEvent' in event || 'isByPerson' in event);
  });
  addPressListeners(map, {
    selectedId: overlay.selectedId,
    onPin: (id) => screen()?.onPinPress(id),
    onCluster: ({ centre, zoom }) => map.easeTo({ center: centre, zoom }, BY_PERSON),
    onGround: () => screen()?.onMapPress(),
  });

  return {
    map,
    container,
    style,
    overlay,
    moves,
    whenStyled,
    restyle,
    hasLoaded: () => hasLoaded,
    updateSize: sizeWatch.update,
    followOnline: () => {
      online = followOnline();
    },
    unfollowOnline: () => online?.stop(),
    remove: () => {
      loadWatch.stop();
      sizeWatch.stop();
      moves.stop();
      map.remove();
    },
  };
}

function optionsOf({ centre, zoom, isInteractive, label }: MapEngineOptions): Omit<MapOptions, 'container'> {
  return {
    center: [centre.lng, centre.lat],
    zoom,
    minZoom: FARTHEST_ZOOM,
    maxZoom: NEAREST_ZOOM,
    interactive: isInteractive,
    attributionControl: false,
    // Rotation and tilt are off. The app does not need them, and pinching to zoom often rotates by accident.
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    validateStyle: import.meta.env.DEV,
    // `watchSize` does this.
    trackResize: false,
    // Without fading, names are drawn at once, and the map needs fewer frames.
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 120,
    locale: {
      'Map.Title': label,
      'AttributionControl.ToggleAttribution': m.map_attribution(),
    },
  };
}

/**
 * Resizes the map with its container. While React hides a screen, its map has no size. MapLibre itself would then draw
 * the hidden map at a default size.
 */
function watchSize(map: MapLibreMap) {
  const container = map.getContainer();
  let { clientWidth: width, clientHeight: height } = container;
  const update = () => {
    const { clientWidth, clientHeight } = container;
    const isHidden = clientWidth === 0 || clientHeight === 0;
    if (isHidden || (clientWidth === width && clientHeight === height)) return;
    width = clientWidth;
    height = clientHeight;
    map.resize().redraw();
  };
  const observer = new ResizeObserver(update);
  observer.observe(container);
  return { update, stop: () => observer.disconnect() };
}

/** Reports a map that renders nothing. Counts only the time while the page is visible. */
function watchLoading(onFailed: (error: Error) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFailed = false;
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', start);
  };
  const fail = (error: Error) => {
    stop();
    // Every worker that fails to start reports an error. Only the first error is passed on.
    if (!hasFailed) onFailed(error);
    hasFailed = true;
  };
  function start() {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') {
      timer = setTimeout(() => fail(new Error('The map did not load in time.')), LOAD_TIMEOUT_MS);
    }
  }
  document.addEventListener('visibilitychange', start);
  start();
  return { stop, fail };
}
