import { ArrowUp } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Coordinates } from '#common/geo.ts';
import { m } from '#messages';
import { distanceOf } from '#web/format/distance.ts';
import type { MapHandle, MapService, Viewport } from './map.ts';
import { pointAside, type Signpost, signpostsOf } from './map-names.ts';
import { RestaurantMap } from './RestaurantMap.tsx';
import { useMapNames } from './use-map-names.ts';

type Props = {
  service: MapService | null;
  /** Initial position of the pin. */
  centre: Coordinates;
  /** The visit status of the place, which sets the colour of the pin. */
  isVisited?: boolean;
  /**
   * Called when the pin is at rest.
   * @param isByPerson whether the user moved the pin, and not the program
   */
  onPick: (point: Coordinates, isByPerson: boolean) => void;
  ref: RefObject<MapHandle | null>;
};

const PICKING_ZOOM = 16;

/** 지도에서 직접 찍기. The pin stays at the centre while the map moves. If the user moves the pin, the map follows the pin. */
export function PointPicker({ service, centre, isVisited = false, onPick, ref }: Props) {
  const [isMoving, setMoving] = useState(false);
  const [view, setView] = useState<Pick<Viewport, 'centre' | 'zoom'>>({ centre, zoom: PICKING_ZOOM });
  const settle = (viewport: Viewport, isByPerson: boolean) => {
    setMoving(false);
    setView(viewport);
    if (isByPerson) onPick(viewport.centre, true);
  };
  const moveTo = (point: Coordinates) => {
    ref.current?.flyTo({ centre: point, zoom: view.zoom });
    // The view is set after `flyTo`. `flyTo` ends a flight in progress, and the end of that flight also sets the view.
    setView({ ...view, centre: point });
  };
  return (
    <RestaurantMap
      ref={ref}
      service={service}
      pins={NO_PINS}
      centre={centre}
      zoom={PICKING_ZOOM}
      label={m.map_picker_label()}
      onMoveStart={() => setMoving(true)}
      onMoveEnd={settle}
    >
      {service?.kind === 'maplibre' && <Signposts view={view} isHidden={isMoving} />}
      <p className="map-picker-hint">{m.map_picker_hint()}</p>
      <DraggablePin
        startOf={() => ref.current?.viewport() ?? view}
        view={view}
        isVisited={isVisited}
        isLifted={isMoving}
        onMove={moveTo}
        onRest={(point) => onPick(point, true)}
      />
    </RestaurantMap>
  );
}

const NO_PINS: readonly [] = [];

/** Pixels that the pin moves per press of an arrow key, without and with Shift. */
const STEP = 8;
const BIG_STEP = 64;
/** If no key is pressed for this number of milliseconds, the pin is at rest. */
const KEYS_REST_MS = 400;

const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

function DraggablePin({
  startOf,
  view,
  isVisited,
  isLifted,
  onMove,
  onRest,
}: {
  /** Returns the view when the map was last at rest. */
  startOf: () => Pick<Viewport, 'centre' | 'zoom'>;
  view: Pick<Viewport, 'centre' | 'zoom'>;
  isVisited: boolean;
  isLifted: boolean;
  onMove: (point: Coordinates) => void;
  onRest: (point: Coordinates) => void;
}) {
  const id = useId();
  const [dragged, setDragged] = useState<{ x: number; y: number } | null>(null);
  const from = useRef({ x: 0, y: 0 });
  const keys = useRef<{ timer: ReturnType<typeof setTimeout>; rest: () => void } | null>(null);
  useEffect(() => () => clearTimeout(keys.current?.timer), []);

  const restNow = () => {
    clearTimeout(keys.current?.timer);
    keys.current?.rest();
    keys.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? BIG_STEP : STEP;
    const point = pointAside(keys.current ? view : startOf(), {
      x: direction.x * step,
      y: direction.y * step,
    });
    onMove(point);
    clearTimeout(keys.current?.timer);
    keys.current = { rest: () => onRest(point), timer: setTimeout(restNow, KEYS_REST_MS) };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
    setDragged({ x: 0, y: 0 });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (dragged) setDragged({ x: event.clientX - from.current.x, y: event.clientY - from.current.y });
  };
  const onDrop = () => {
    if (!dragged) return;
    setDragged(null);
    if (dragged.x === 0 && dragged.y === 0) return;
    const point = pointAside(startOf(), dragged);
    onMove(point);
    onRest(point);
  };
  return (
    <>
      <button
        type="button"
        className="map-picker-pin"
        data-moving={isLifted || dragged !== null || undefined}
        data-dragged={dragged !== null || undefined}
        style={{ '--x': `${dragged?.x ?? 0}px`, '--y': `${dragged?.y ?? 0}px` } as CSSProperties}
        aria-label={m.map_picker_pin()}
        aria-describedby={id}
        onKeyDown={onKeyDown}
        onBlur={restNow}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onDrop}
        onPointerCancel={() => setDragged(null)}
      >
        <PickerPin isVisited={isVisited} />
      </button>
      <span id={id} className="sr-only">
        {m.map_picker_keys()}
      </span>
    </>
  );
}

/** Pixels that are kept free for the hint at the top and the scale at the bottom. */
const SIGNPOST_INSET = { top: 52, bottom: 28 };

/** Names of places beyond the edges of the map. They help to recognise the area on a map without streets. */
function Signposts({ view, isHidden }: { view: Pick<Viewport, 'centre' | 'zoom'>; isHidden: boolean }) {
  const names = useMapNames();
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const posts = size ? signpostsOf({ names, viewport: view, size, inset: SIGNPOST_INSET }) : [];
  const measure = (element: HTMLElement) => {
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
  return (
    <ul
      ref={(element) => (element ? measure(element) : undefined)}
      className="map-signposts"
      data-hidden={isHidden || undefined}
      aria-label={m.map_picker_around()}
    >
      {posts.map((post) => (
        <SignpostLabel key={`${post.name} ${post.metres}`} post={post} />
      ))}
    </ul>
  );
}

function SignpostLabel({ post: { name, metres, x, y, angle } }: { post: Signpost }) {
  return (
    <li className="map-signpost" style={{ '--x': `${x}px`, '--y': `${y}px` } as CSSProperties}>
      <ArrowUp
        className="size-3.5 flex-none"
        style={{ rotate: `${Math.round(angle)}deg` }}
        aria-hidden="true"
      />
      <span className="truncate">{name}</span>
      <span className="numbers flex-none">{distanceOf(metres)}</span>
      <span className="sr-only">{directionName(angle)}</span>
    </li>
  );
}

/**
 * Returns the name of one of eight directions.
 * @param angle clockwise from north, in degrees
 */
function directionName(angle: number): string {
  const names = [
    m.map_north,
    m.map_north_east,
    m.map_east,
    m.map_south_east,
    m.map_south,
    m.map_south_west,
    m.map_west,
    m.map_north_west,
  ];
  return names[(Math.round(angle / 45) + 8) % 8]?.() ?? '';
}

function PickerPin({ isVisited }: { isVisited: boolean }) {
  return (
    <svg viewBox="0 0 40 52" width="48" height="62" aria-hidden="true">
      <ellipse cx="20" cy="48" rx="4" ry="2" fill="var(--ink)" />
      <g
        className="map-picker-body"
        stroke="var(--ink)"
        strokeWidth="5"
        strokeLinejoin="round"
        fill="var(--ink)"
      >
        <rect x="4" y="2" width="32" height="31" rx="10" />
        <rect x="17.5" y="32" width="5" height="11" rx="1" />
        <rect x="9" y="41.5" width="22" height="5.5" rx="2.75" />
      </g>
      <g className="map-picker-body" fill={isVisited ? 'var(--done)' : 'var(--todo)'}>
        <rect x="4" y="2" width="32" height="31" rx="10" />
        <rect x="17.5" y="32" width="5" height="11" rx="1" />
        <rect x="9" y="41.5" width="22" height="5.5" rx="2.75" />
      </g>
    </svg>
  );
}
