import type { CreateMapEngine, MapEngine, MapEngineOptions, MapServiceOf } from '../map.ts';
import { BY_PERSON, createMap } from './create-map.ts';
import { viewportOf } from './viewport-of.ts';

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
  let screen: MapEngineOptions | null = options;
  const created = createMap(options, () => screen);
  const { map, container, style, overlay, moves, whenStyled } = created;

  /** Returns a function that delays its call until the sources exist. */
  const onceStyled =
    <Value>(act: (value: Value) => void) =>
    (value: Value) =>
      void whenStyled.then(() => act(value));

  const engine: MapEngine = {
    setPins: onceStyled((pins) => {
      overlay.setPins(pins);
      if (!container.style.opacity) return;
      map.on('render', showPins);
      map.triggerRepaint();
    }),
    setSelected: onceStyled(overlay.setSelected),
    setHovered: onceStyled(overlay.setHovered),
    setPosition: onceStyled(overlay.setPosition),
    setArea: onceStyled(overlay.setArea),
    setPadding: moves.setPadding,
    setTheme: (theme) => {
      if (style.setTheme(theme)) created.restyle();
    },
    viewport: () => viewportOf(map),
    flyTo: moves.flyTo,
    fitBounds: moves.fitBounds,
    zoomIn: () => void map.zoomIn({}, BY_PERSON),
    zoomOut: () => void map.zoomOut({}, BY_PERSON),
    remove: () => {
      screen = null;
      moves.setAnimated(false);
      created.unfollowOnline();
      container.remove();
      if (created.hasLoaded() && !spares.has(options.kind)) {
        map.stop();
        spares.set(options.kind, { engine, reopen });
        return;
      }
      created.remove();
    },
  };
  return engine;

  /** Shows the map on another screen. The map is transparent until it has the pins of that screen. */
  function reopen(next: MapEngineOptions) {
    screen = next;
    moves.forgetPadding();
    container.style.opacity = '0';
    next.container.append(container);
    created.updateSize();
    map.getCanvas().setAttribute('aria-label', next.label);
    map.jumpTo({ center: [next.centre.lng, next.centre.lat], zoom: next.zoom });
    map.triggerRepaint();
    created.followOnline();
    // The screen first receives this engine and sets its initial view.
    queueMicrotask(() => {
      moves.setAnimated(true);
      next.onReady();
    });
  }

  function showPins() {
    if (!map.isSourceLoaded('pins')) return;
    map.off('render', showPins);
    container.style.opacity = '';
  }
}
