import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { m } from '#messages';
import type { Coordinates } from '#common/geo.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/places.contract.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import { LocateButton, ZoomButtons } from '#web/map/MapControls.tsx';
import { MapLegend } from '#web/map/MapLegend.tsx';
import type { Bounds, MapHandle, MapPin, Padding, Viewport } from '#web/map/map.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { SearchHereButton } from '#web/map/SearchHereButton.tsx';
import { showMapFailure } from '#web/map/show-map-failure.ts';
import { boundsAround, hasMovedFrom, isWithin } from '#web/map/viewport.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { formatArea, type HomeSearch, parseArea } from '../home-search.rules.ts';
import type { ListEntry } from '../list-view.rules.ts';
import type { DistanceOrigin } from '../use-distance-origin.ts';
import type { HomeSearchChanges } from './use-home-search.ts';

/** Close enough to distinguish houses. */
const PLACE_ZOOM = 14.8;

/** The notice that the location is unknown is shown once per page load, not on every visit of the list. */
let hasShownUnknownPosition = false;

/**
 * The places of the list on a map around the member. Pressing a pin selects its place in both; the list in turn selects
 * and raises pins.
 */
export function HomeMap({
  entries,
  search,
  hoveredId,
  around,
  padding,
  isWide,
  onChange,
  onPinPress,
}: {
  entries: readonly ListEntry[];
  search: HomeSearch;
  hoveredId: string | null;
  around: DistanceOrigin;
  padding: Padding;
  /** Next to the list: with a legend and zoom buttons. */
  isWide: boolean;
  onChange: (changes: HomeSearchChanges, how: { asStep: boolean }) => void;
  onPinPress: (restaurantId: string | null) => void;
}) {
  const map = useRef<MapHandle>(null);
  const pins = useMemo(() => entries.flatMap(pinOf), [entries]);
  const mapService = useMapService();
  const selectedId = search.selected ?? null;
  const selected = pins.find(({ id }) => id === selectedId) ?? null;
  const [shownFrom, setShownFrom] = useState<Viewport | null>(null);
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const goToMyPosition = useGoToMyPosition({
    map,
    around,
    isOutsideView: selectedId !== null || search.area !== undefined,
  });

  useShowSelected({ map, selected });
  useShowArea({ map, search, around: around.around });
  useShowFound({ map, pins, search });

  const onMoveEnd = (now: Viewport, isByPerson: boolean) => {
    setViewport(now);
    if (!isByPerson || shownFrom === null) setShownFrom(now);
  };
  const isOutsideView =
    viewport !== null && shownFrom !== null && hasMovedFrom({ from: shownFrom, to: viewport });
  const searchHere = () => {
    if (!viewport) return;
    setShownFrom(viewport);
    onChange({ area: formatArea(viewport.bounds), near: undefined }, { asStep: true });
  };

  return (
    <RestaurantMap
      ref={map}
      pins={pins}
      selectedId={selectedId}
      hoveredId={hoveredId}
      onSelect={onPinPress}
      centre={selected?.coordinates ?? around.around}
      {...(selected ? { zoom: PLACE_ZOOM } : {})}
      padding={padding}
      service={mapService}
      myPosition={around.position}
      area={search.near ? { centre: around.around, radiusMetres: NEARBY_RADIUS_METRES } : null}
      onMoveEnd={onMoveEnd}
      onFailed={showMapFailure}
    >
      {isOutsideView && (
        <div
          className="absolute inset-x-0 grid justify-items-center"
          style={{ top: (padding.top ?? 0) + 16 }}
        >
          <SearchHereButton onPress={searchHere} />
        </div>
      )}
      {isWide && <MapLegend className="absolute bottom-9 left-6" />}
      <div
        className="absolute right-3 grid gap-2 transition-[bottom] lg:right-6"
        style={{ bottom: isWide ? 100 : (padding.bottom ?? 0) + 18 }}
      >
        {isWide && (
          <ZoomButtons onZoomIn={() => map.current?.zoomIn()} onZoomOut={() => map.current?.zoomOut()} />
        )}
        <LocateButton state={around.state} onLocate={goToMyPosition} />
      </div>
    </RestaurantMap>
  );
}

const pinOf = ({ restaurant, categoryId, isProvided }: ListEntry): MapPin[] =>
  restaurant.coordinates
    ? [
        {
          id: restaurant.id,
          name: restaurant.name,
          coordinates: restaurant.coordinates,
          kind: isProvided ? 'prov' : restaurant.status === '방문 완료' ? 'done' : 'todo',
          categoryId,
        },
      ]
    : [];

/**
 * Moves the map to the member once the location is known, unless it must show something else; later only on request. If
 * the location stays unknown, a notice says what the map shows instead.
 */
function useGoToMyPosition({
  map,
  around,
  isOutsideView,
}: {
  map: React.RefObject<MapHandle | null>;
  around: DistanceOrigin;
  isOutsideView: boolean;
}) {
  const { isKnown, hasFailed, state, ask } = around;
  const isPermissionRequested = useRef(false);
  const go = () => map.current?.flyTo({ centre: around.around });

  const onKnown = useEffectEvent(() => {
    if (isPermissionRequested.current || !isOutsideView) go();
    isPermissionRequested.current = false;
  });
  useEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown]);

  const onFailed = useEffectEvent(() => {
    if (!isPermissionRequested.current && hasShownUnknownPosition) return;
    hasShownUnknownPosition = true;
    const sentence =
      isPermissionRequested.current && state === 'refused'
        ? m.map_position_refused()
        : m.map_position_unknown();
    showToast(isPermissionRequested.current && state === 'timeout' ? m.map_position_timeout() : sentence, {
      kind: 'note',
    });
    isPermissionRequested.current = false;
  });
  useEffect(() => {
    if (hasFailed) onFailed();
  }, [hasFailed]);

  return () => {
    if (isKnown) return go();
    isPermissionRequested.current = true;
    ask();
  };
}

/** Moves the map to a place selected elsewhere. */
function useShowSelected({
  map,
  selected,
}: {
  map: React.RefObject<MapHandle | null>;
  selected: MapPin | null;
}) {
  const show = useEffectEvent(() => {
    if (!selected) return;
    const viewport = map.current?.viewport();
    if (viewport && isWithin(selected.coordinates, viewport.bounds)) return;
    map.current?.flyTo({ centre: selected.coordinates, zoom: Math.max(viewport?.zoom ?? 0, PLACE_ZOOM) });
  });
  useEffect(() => show(), [selected?.id]);
}

/** 내 주변 3km and 이 지역에서 보기 show their whole area. */
function useShowArea({
  map,
  search,
  around,
}: {
  map: React.RefObject<MapHandle | null>;
  search: HomeSearch;
  around: Coordinates;
}) {
  const { near, area } = search;
  const show = useEffectEvent(() => {
    const bounds = near ? boundsOfCircle(around, NEARBY_RADIUS_METRES) : area ? parseArea(area) : null;
    const viewport = map.current?.viewport();
    const isShown =
      bounds !== null &&
      viewport &&
      !near &&
      isWithin({ lat: bounds.south, lng: bounds.west }, widened(viewport.bounds)) &&
      isWithin({ lat: bounds.north, lng: bounds.east }, widened(viewport.bounds));
    if (bounds && !isShown) map.current?.fitBounds(bounds);
  });
  useEffect(() => show(), [near, area]);
}

/**
 * Moves the map to the filtered places if none is in view, because a map without pins would suggest that there are
 * none.
 */
function useShowFound({
  map,
  pins,
  search,
}: {
  map: React.RefObject<MapHandle | null>;
  pins: readonly MapPin[];
  search: HomeSearch;
}) {
  const { q, category, status, tag, near, area } = search;
  const filters = JSON.stringify([q, category, status, tag]);
  const shownFor = useRef(filters);
  const show = useEffectEvent(() => {
    if (filters === shownFor.current) return;
    shownFor.current = filters;
    const viewport = map.current?.viewport();
    const bounds = boundsAround(pins.map(({ coordinates }) => coordinates));
    if (!viewport || !bounds || near || area) return;
    if (pins.some(({ coordinates }) => isWithin(coordinates, viewport.bounds))) return;
    const [only, ...others] = pins;
    if (only && others.length === 0) map.current?.flyTo({ centre: only.coordinates, zoom: PLACE_ZOOM });
    else map.current?.fitBounds(bounds);
  });
  useEffect(() => show(), [filters]);
}

/** The URL rounds an area outwards by a few metres. */
const widened = ({ south, west, north, east }: Bounds): Bounds => ({
  south: south - 0.0002,
  west: west - 0.0002,
  north: north + 0.0002,
  east: east + 0.0002,
});

const METRES_PER_DEGREE = 111_195;

function boundsOfCircle({ lat, lng }: Coordinates, radiusMetres: number): Bounds {
  const dLat = radiusMetres / METRES_PER_DEGREE;
  const dLng = dLat / Math.cos((lat * Math.PI) / 180);
  return { south: lat - dLat, north: lat + dLat, west: lng - dLng, east: lng + dLng };
}
