import type { Coordinates } from '#common/geo.ts';

/** The kind of a pin: 방문 예정 (`todo`), 방문 완료 (`done`), or provided by 모먹지 (`prov`). */
export type PinKind = 'todo' | 'done' | 'prov';

export type MapPin = {
  id: string;
  name: string;
  coordinates: Coordinates;
  kind: PinKind;
  /** The category, which sets the icon. A visited place shows a check in place of the icon. */
  categoryId: string | null;
};

/** A rectangle in WGS84 degrees. */
export type Bounds = { south: number; west: number; north: number; east: number };

/** The visible part of the map. Parts that a panel covers are not included (see Padding). */
export type Viewport = {
  centre: Coordinates;
  /** The zoom on MapLibre's scale: the world is 512 pixels wide at 0 and doubles with each level. */
  zoom: number;
  bounds: Bounds;
  /** The distance from the centre to a corner. */
  radiusMetres: number;
};

/**
 * Pixels that are covered at each edge, for example by the sheet of the list. The centre of the map is the centre of
 * the uncovered part.
 */
export type Padding = { top?: number; right?: number; bottom?: number; left?: number };

/** The location of the device. With a probability of 68 %, the device is within `accuracyMetres`. */
export type MyPosition = { coordinates: Coordinates; accuracyMetres: number };

/** A circle, such as 내 주변 3km. */
export type Area = { centre: Coordinates; radiusMetres: number };

export type Theme = 'light' | 'dark';
export type Language = 'ko' | 'en';

/**
 * The service that draws the map. It is the same service that provides the places, because Google's places may be shown
 * only on Google's map.
 * `scriptOrigin` is the origin of the service's script.
 */
export type MapService =
  | { kind: 'maplibre'; onlineStyleUrl: string | null }
  | { kind: 'google'; key: string; mapId: string; scriptOrigin: string }
  | { kind: 'kakao'; key: string; scriptOrigin: string };

export type MapServiceOf<Kind extends MapService['kind']> = Extract<MapService, { kind: Kind }>;

/** Options that cannot change after the creation of the map. */
export type MapEngineOptions = {
  container: HTMLElement;
  centre: Coordinates;
  zoom: number;
  theme: Theme;
  language: Language;
  /** Whether the user can move the map. A static map takes no focus. */
  isInteractive: boolean;
  /** The name of the map for screen readers. */
  label: string;
  /** Called when the map is visible and usable. */
  onReady: () => void;
  /** Called at most once, if the map cannot be used. */
  onFailed: (error: Error) => void;
  onMoveStart: () => void;
  /** Called on every frame while the map moves. */
  onMove: (viewport: Viewport) => void;
  /**
   * Called at the end of a move.
   * @param isByPerson whether the user moved the map (drag, pinch, wheel, key or button), and not the program
   */
  onMoveEnd: (viewport: Viewport, isByPerson: boolean) => void;
  onPinPress: (id: string) => void;
  onMapPress: () => void;
};

/**
 * Creates a map. Every engine is a separately loaded module (maplibre/, google/, kakao/). Its `openEngine` prepares the
 * service and returns a function of this type.
 * @throws Error if the browser cannot render the map
 */
export type CreateMapEngine = (options: MapEngineOptions) => MapEngine;

export type MapEngine = {
  setPins: (pins: readonly MapPin[]) => void;
  /** Draws this pin larger and above all other pins, with its name. */
  setSelected: (pin: MapPin | null) => void;
  /** Raises this pin slightly, for example while the pointer is on its ticket. */
  setHovered: (pin: MapPin | null) => void;
  setPosition: (position: MyPosition | null) => void;
  setArea: (area: Area | null) => void;
  setPadding: (padding: Padding) => void;
  setTheme: (theme: Theme) => void;
  viewport: () => Viewport;
  flyTo: (target: { centre: Coordinates; zoom?: number }) => void;
  fitBounds: (bounds: Bounds) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  remove: () => void;
};

/** The functions of a map for its page. Before the map has loaded, a move sets the initial view. */
export type MapHandle = Pick<MapEngine, 'flyTo' | 'fitBounds' | 'zoomIn' | 'zoomOut'> & {
  /** Returns the visible part of the map, or null while the map has not loaded. */
  viewport: () => Viewport | null;
};
