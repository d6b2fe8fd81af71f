import 'maplibre-gl/dist/maplibre-gl.css';
import './maplibre.css';
import {
  AttributionControl,
  type GeoJSONSource,
  LngLat,
  Map as MapLibreMap,
  type MapOptions,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { m } from '#messages';
import type {
  CreateMapEngine,
  MapEngine,
  MapEngineOptions,
  MapPin,
  MapServiceOf,
  MyPosition,
  Padding,
} from '../map.ts';
import { CREDIT, fitMargin, NEAREST_ZOOM, PLACE_DETAIL_ZOOM } from '../camera.ts';
import { readPalette } from '../palette.ts';
import { followOnlineStyle } from './follow-online-style.ts';
import type { FeatureCollection } from './geojson.ts';
import { holdOf } from './hold.ts';
import { LAND, offlineBase, SEA } from './offline-base.ts';
import { onlineBase } from './online-base.ts';
import {
  areaData,
  creditData,
  gridData,
  pinsData,
  positionData,
  raisedData,
  ringsData,
} from './overlay-data.ts';
import { OVERLAY_SOURCES, type OverlaySource, overlayLayers, RAISED } from './overlay-layers.ts';
import { addPressListeners } from './presses.ts';
import { supplyImages } from './supply-images.ts';
import { viewportOf } from './viewport-of.ts';

// Vite does not detect the worker. The content security policy (worker-src 'self') requires that the worker comes from
// our own origin. Therefore its URL is given here.
setWorkerUrl(workerUrl);

const FARTHEST_ZOOM = 3;
/** Milliseconds. A map has failed if it is visible and has rendered nothing for this time. */
const LOAD_TIMEOUT_MS = 20_000;
const LONGEST_FLIGHT_MS = 1_600;
const SHEET_MS = 320;

/**
 * Creates a map with WebGL, which needs no maps service. Uses the online base map if one is configured and reachable.
 * If `onlineStyleUrl` is null, the map sends no request to other servers.
 */
export const openEngine =
  ({ onlineStyleUrl }: MapServiceOf<'maplibre'>): CreateMapEngine =>
  (options) => {
    const kind = `${options.isInteractive} ${options.language}`;
    const spare = spares.get(kind);
    spares.delete(kind);
    spare?.reopen(options);
    return spare?.engine ?? createMapEngine({ ...options, onlineStyleUrl, kind });
  };

/**
 * Maps of screens that were left, at most one of each kind. The next screen with such a map reuses it, because creating a
 * map takes many times as long as moving one: the browser compiles its shaders, and all tiles and glyphs are made again.
 */
const spares = new Map<string, { engine: MapEngine; reopen: (options: MapEngineOptions) => void }>();

function createMapEngine(
  options: MapEngineOptions & { onlineStyleUrl: string | null; kind: string },
): MapEngine {
  /** The options of the screen that shows the map; null while no screen shows it. */
  let screen: MapEngineOptions | null = options;
  let { theme } = options;
  const container = document.createElement('div');
  container.className = 'size-full';
  options.container.append(container);
  let palette = readPalette();
  let onlineStyle: StyleSpecification | null = null;
  let position: MyPosition | null = null;
  let selected: MapPin | null = null;
  let hovered: MapPin | null = null;
  let hasLoaded = false;
  /** Whether the screen has set the initial view. Earlier moves are not animated. */
  let hasInitialView = false;
  let hasLand = false;
  let padding: Required<Padding> | null = null;
  const filled = new Set<OverlaySource>();
  /**
   * The target of the animation in progress. If a panel opens during the animation, the animation continues to this
   * target.
   */
  let destination: { center: [number, number]; zoom: number } | null = null;

  const map = new MapLibreMap({ ...optionsOf(options), container, style: styleInForce() });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new AttributionControl({}), 'bottom-left');
  const sizeWatch = watchSize(map);
  supplyImages(map, () => ({ palette, theme }));
  // The content of the canvas is not in the DOM. Therefore tests query the map object.
  Object.assign(container, { maplibre: map });

  const hold = holdOf(map);
  /** Resolves when the sources and layers exist. Their data may still be loading. */
  const whenStyled = new Promise<void>((resolve) => map.once('style.load', () => resolve()));
  const loadWatch = watchLoading((error) => screen?.onFailed(error));
  const followOnline = () =>
    options.onlineStyleUrl ? followOnlineStyle({ url: options.onlineStyleUrl, onStyle: showBase }) : null;
  let online = followOnline();

  void whenStyled.then(() => {
    setData('grid', gridData(viewportOf(map)));
    setCredit();
  });
  map.once('load', () => {
    hasLoaded = true;
    hasInitialView = true;
    loadWatch.stop();
    screen?.onReady();
  });
  map.on('error', (event) => {
    if ('sourceId' in event && isOfNetwork(event.sourceId)) online?.tileFailed();
    else if (!hasLoaded && /worker/i.test(event.error.message))
      loadWatch.fail(new Error(event.error.message));
    else console.error(event.error);
  });
  map.on('sourcedata', ({ sourceId, tile }) => {
    if (tile && isOfNetwork(sourceId)) online?.tileArrived();
    if (tile && sourceId === LAND && !hasLand && map.isSourceLoaded(LAND)) {
      hasLand = true;
      if (map.getLayer(SEA)) map.setPaintProperty(SEA, 'background-color', palette.water);
    }
  });
  map.on('movestart', () => screen?.onMoveStart());
  map.on('move', () => screen?.onMove(viewportOf(map)));
  map.on('moveend', (event) => {
    destination = null;
    const viewport = viewportOf(map);
    setData('rings', ringsData({ position, viewport }));
    setData('grid', gridData(viewport));
    setCredit();
    screen?.onMoveEnd(viewport, 'originalEvent' in event || 'isByPerson' in event);
  });
  addPressListeners(map, {
    selectedId: () => selected?.id ?? null,
    onPin: (id) => screen?.onPinPress(id),
    onCluster: ({ centre, zoom }) => map.easeTo({ center: centre, zoom }, BY_PERSON),
    onGround: () => screen?.onMapPress(),
  });

  function styleInForce(): StyleSpecification {
    const look = { palette, theme };
    const base = onlineStyle
      ? onlineBase({ style: onlineStyle, language: options.language, ...look })
      : offlineBase({ ...look, hasLand });
    return {
      version: 8,
      ...base,
      sources: { ...base.sources, ...OVERLAY_SOURCES },
      layers: [...base.layers, ...overlayLayers({ ...look, hasNames: options.isInteractive })],
    };
  }

  function showBase(style: StyleSpecification | null) {
    onlineStyle = style;
    void whenStyled.then(restyle);
  }

  /** Changes the style. Only the differences are applied, so our own sources keep their data. */
  function restyle() {
    map.setStyle(styleInForce(), {
      transformStyle: (before, after) => {
        const kept = Object.keys(OVERLAY_SOURCES).flatMap((name) => {
          const source = before?.sources[name];
          return source ? [[name, source]] : [];
        });
        return { ...after, sources: { ...after.sources, ...Object.fromEntries(kept) } };
      },
    });
  }

  function setData(name: OverlaySource, data: FeatureCollection) {
    // New data reload the tiles of the source, even if it was empty and stays empty.
    if (data.features.length === 0 && !filled.has(name)) return;
    if (data.features.length === 0) filled.delete(name);
    else filled.add(name);
    void map.getSource<GeoJSONSource>(name)?.setData(data);
  }

  function setCredit() {
    const { bottom = 0, left = 0 } = map.getPadding();
    const { lng, lat } = map.unproject([left + CREDIT.width / 2, container.clientHeight - bottom]);
    setData('credit', creditData([lng, lat]));
  }

  function fly(to: { center: [number, number]; zoom: number }) {
    hold.whenReleased(() => {
      if (!hasInitialView) return void map.jumpTo(to);
      map.flyTo({ ...to, speed: 1.8, maxDuration: LONGEST_FLIGHT_MS });
      destination = to;
    });
  }

  function raise() {
    setData('raised', raisedData({ selected, hovered }));
    map.removeFeatureState({ source: 'pins' });
    for (const pin of [selected, hovered]) {
      if (pin) map.setFeatureState({ source: 'pins', id: pin.id }, { [RAISED]: true });
    }
  }

  /** Returns a function that delays its call until the sources exist. */
  const onceStyled =
    <Value>(act: (value: Value) => void) =>
    (value: Value) =>
      void whenStyled.then(() => act(value));

  const engine: MapEngine = {
    setPins: onceStyled((pins) => {
      setData('pins', pinsData(pins));
      if (!container.style.opacity) return;
      map.on('render', showPins);
      map.triggerRepaint();
    }),
    setSelected: onceStyled((pin) => {
      selected = pin;
      raise();
    }),
    setHovered: onceStyled((pin) => {
      hovered = pin;
      raise();
    }),
    setPosition: onceStyled((next) => {
      position = next;
      setData('me', positionData(position));
      setData('rings', ringsData({ position, viewport: viewportOf(map) }));
    }),
    setArea: onceStyled((area) => setData('area', areaData(area))),
    setPadding: ({ top = 0, right = 0, bottom = 0, left = 0 }) => {
      const next = { top, right, bottom, left };
      if (JSON.stringify(next) === JSON.stringify(padding)) return;
      padding = next;
      if (hasInitialView) map.easeTo({ ...destination, padding, duration: SHEET_MS });
      else map.setPadding(padding);
      container.style.setProperty('--map-covered-bottom', `${bottom}px`);
      container.style.setProperty('--map-covered-left', `${left}px`);
    },
    setTheme: (next) => {
      if (next === theme) return;
      theme = next;
      palette = readPalette();
      void whenStyled.then(restyle);
    },
    viewport: () => viewportOf(map),
    flyTo: ({ centre, zoom = Math.max(map.getZoom(), PLACE_DETAIL_ZOOM) }) =>
      fly({ center: [centre.lng, centre.lat], zoom }),
    fitBounds: ({ south, west, north, east }) => {
      const { top = 0, bottom = 0 } = map.getPadding();
      const margin = fitMargin(container.clientHeight - top - bottom - CREDIT.height);
      const camera = map.cameraForBounds([west, south, east, north], {
        // Pins and clusters are above their points, so less room is needed below the lowest point.
        padding: { top: margin, right: margin, bottom: CREDIT.height + margin / 3, left: margin },
        maxZoom: PLACE_DETAIL_ZOOM,
      });
      if (!camera?.center || camera.zoom === undefined) return;
      const { lng, lat } = LngLat.convert(camera.center);
      fly({ center: [lng, lat], zoom: camera.zoom });
    },
    zoomIn: () => void map.zoomIn({}, BY_PERSON),
    zoomOut: () => void map.zoomOut({}, BY_PERSON),
    remove: () => {
      screen = null;
      hasInitialView = false;
      online?.stop();
      container.remove();
      if (hasLoaded && !spares.has(options.kind)) {
        map.stop();
        spares.set(options.kind, { engine, reopen });
        return;
      }
      loadWatch.stop();
      sizeWatch.stop();
      hold.stop();
      map.remove();
    },
  };
  return engine;

  /** Shows the map on another screen. The map is transparent until it has the pins of that screen. */
  function reopen(next: MapEngineOptions) {
    screen = next;
    padding = null;
    container.style.opacity = '0';
    next.container.append(container);
    sizeWatch.update();
    map.getCanvas().setAttribute('aria-label', next.label);
    map.jumpTo({ center: [next.centre.lng, next.centre.lat], zoom: next.zoom });
    map.triggerRepaint();
    online = followOnline();
    // The screen first receives this engine and sets its initial view.
    queueMicrotask(() => {
      hasInitialView = true;
      next.onReady();
    });
  }

  function showPins() {
    if (!map.isSourceLoaded('pins')) return;
    map.off('render', showPins);
    container.style.opacity = '';
  }

  function isOfNetwork(sourceId: unknown): boolean {
    return onlineStyle !== null && typeof sourceId === 'string' && sourceId in onlineStyle.sources;
  }
}

/** Marks moves by our own buttons as moves of the user. */
const BY_PERSON = { isByPerson: true };

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
