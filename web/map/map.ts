import type { Coordinates } from '#common/geo.ts';

/** How a place stands to the reader: 방문 예정, 방문 완료, or provided by 모먹지. */
export type PinKind = 'todo' | 'done' | 'prov';

export type MapPin = {
  id: string;
  name: string;
  coordinates: Coordinates;
  kind: PinKind;
  /** Decides the icon; a visited place shows a check instead. */
  categoryId: string | null;
};

/** Degrees WGS84. */
export type Bounds = { south: number; west: number; north: number; east: number };

/** What of the map is on screen and not under a panel (see Padding). */
export type Viewport = {
  centre: Coordinates;
  /** As MapLibre counts: the world is 512 pixels wide at 0 and doubles with each step. */
  zoom: number;
  bounds: Bounds;
  /** From the centre to a corner, in metres. */
  radiusMetres: number;
};

/** Pixels at each edge that something covers, such as the sheet of the list; the centre lies in what is left. */
export type Padding = { top?: number; right?: number; bottom?: number; left?: number };

/** Where the person is, and how sure the device is of it (metres, 68 %). */
export type MyPosition = { coordinates: Coordinates; accuracyMetres: number };

/** A circle drawn on the map, such as 내 주변 3km. */
export type Area = { centre: Coordinates; radiusMetres: number };

export type Theme = 'light' | 'dark';
export type Language = 'ko' | 'en';

/**
 * Whose map is drawn, and what it takes. The map follows the maps service: Google's places may be drawn on Google's map
 * alone. `scriptOrigin` is where the service's script lies.
 */
export type MapService =
  | { kind: 'maplibre'; onlineStyleUrl: string | null }
  | { kind: 'google'; key: string; mapId: string; scriptOrigin: string }
  | { kind: 'kakao'; key: string; scriptOrigin: string };

export type MapServiceOf<Kind extends MapService['kind']> = Extract<MapService, { kind: Kind }>;

/** What a map needs from the start and cannot get later. */
export type MapEngineOptions = {
  container: HTMLElement;
  centre: Coordinates;
  zoom: number;
  theme: Theme;
  language: Language;
  /** False for a picture of a place: it does not move and takes no focus. */
  isInteractive: boolean;
  /** What a screen reader says of it. */
  label: string;
  /** The map can be seen and used. */
  onReady: () => void;
  /** The map cannot work; called at most once. */
  onFailed: (error: Error) => void;
  onMoveStart: () => void;
  /** With every frame of a move. */
  onMove: (viewport: Viewport) => void;
  /** @param isByPerson dragged, pinched, scrolled, keyed or buttoned, not moved by the program */
  onMoveEnd: (viewport: Viewport, isByPerson: boolean) => void;
  onPinPress: (id: string) => void;
  /** Pressed beside every pin. */
  onMapPress: () => void;
};

/**
 * A map behind our screens, whoever draws it: MapLibre (maplibre/), Google Maps (google/) or Kakao Maps (kakao/). Each
 * is a module of its own, loaded when it is wanted, whose `openEngine` readies the service and gives this function.
 * @throws Error when the browser cannot draw it
 */
export type CreateMapEngine = (options: MapEngineOptions) => MapEngine;

export type MapEngine = {
  setPins: (pins: readonly MapPin[]) => void;
  /** Drawn large, named and above the rest; `null` for none. */
  setSelected: (pin: MapPin | null) => void;
  /** Lifted a little, as under a pointer on its ticket; `null` for none. */
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

/** What a page may ask of a map on screen. Before the map has loaded, moves set where it will start. */
export type MapHandle = Pick<MapEngine, 'flyTo' | 'fitBounds' | 'zoomIn' | 'zoomOut'> & {
  /** Null until the map has loaded. */
  viewport: () => Viewport | null;
};
