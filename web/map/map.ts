import type { Coordinates } from '#common/geo.ts';

/** 방문 예정, 방문 완료, or provided by 모먹지. */
export type PinKind = 'todo' | 'done' | 'prov';

export type MapPin = {
  id: string;
  name: string;
  coordinates: Coordinates;
  kind: PinKind;
  /** Sets the icon. A visited place shows a check instead. */
  categoryId: string | null;
};

/** Degrees WGS84. */
export type Bounds = { south: number; west: number; north: number; east: number };

/** The visible part of the map, without parts covered by a panel (see Padding). */
export type Viewport = {
  centre: Coordinates;
  /** Zoom as in MapLibre: the world is 512 pixels wide at 0 and doubles with each level. */
  zoom: number;
  bounds: Bounds;
  /** Distance from the centre to a corner. */
  radiusMetres: number;
};

/**
 * Pixels covered at each edge, for example by the list's sheet. The centre of the map is the centre of
 * the uncovered part.
 */
export type Padding = { top?: number; right?: number; bottom?: number; left?: number };

/** `accuracyMetres`: with 68 % probability. */
export type MyPosition = { coordinates: Coordinates; accuracyMetres: number };

/** Such as 내 주변 3km. */
export type Area = { centre: Coordinates; radiusMetres: number };

export type Theme = 'light' | 'dark';
export type Language = 'ko' | 'en';

/**
 * The engine follows the maps service: Google's places may be shown only on Google's map.
 * `scriptOrigin`: origin of the service's script.
 */
export type MapService =
  | { kind: 'maplibre'; onlineStyleUrl: string | null }
  | { kind: 'google'; key: string; mapId: string; scriptOrigin: string }
  | { kind: 'kakao'; key: string; scriptOrigin: string };

export type MapServiceOf<Kind extends MapService['kind']> = Extract<MapService, { kind: Kind }>;

/** The map cannot change these options after its creation. */
export type MapEngineOptions = {
  container: HTMLElement;
  centre: Coordinates;
  zoom: number;
  theme: Theme;
  language: Language;
  /** false: a static map, which does not move and takes no focus. */
  isInteractive: boolean;
  /** For screen readers. */
  label: string;
  /** Called when the map is visible and usable. */
  onReady: () => void;
  /** Called if the map cannot be used; at most once. */
  onFailed: (error: Error) => void;
  onMoveStart: () => void;
  /** Called on every frame while the map moves. */
  onMove: (viewport: Viewport) => void;
  /** @param isByPerson moved by the user (drag, pinch, wheel, key or button), not by the program */
  onMoveEnd: (viewport: Viewport, isByPerson: boolean) => void;
  onPinPress: (id: string) => void;
  onMapPress: () => void;
};

/**
 * Every engine is a separately loaded module (maplibre/, google/, kakao/). Its `openEngine` prepares
 * the service and returns this function.
 * @throws Error if the browser cannot render the map
 */
export type CreateMapEngine = (options: MapEngineOptions) => MapEngine;

export type MapEngine = {
  setPins: (pins: readonly MapPin[]) => void;
  /** Draws this pin larger, with its name and above all other pins. */
  setSelected: (pin: MapPin | null) => void;
  /** Raised slightly, for example while the pointer is on its ticket. */
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

/** Before the map has loaded, moves set its initial view. */
export type MapHandle = Pick<MapEngine, 'flyTo' | 'fitBounds' | 'zoomIn' | 'zoomOut'> & {
  /** null: not loaded yet. */
  viewport: () => Viewport | null;
};
