import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { m } from '#messages';
import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/nearby.contract.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import { LocateButton, ZoomButtons } from '#web/map/MapControls.tsx';
import { MapLegend } from '#web/map/MapLegend.tsx';
import type { Bounds, MapHandle, MapPin, Padding, Viewport } from '#web/map/map.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { SearchHereButton } from '#web/map/SearchHereButton.tsx';
import { showMapFailure } from '#web/map/show-map-failure.ts';
import { groupNearest, groupToShow } from '#web/map/groups.ts';
import { PILL_PADDING, ShowAllButton } from '#web/map/ShowAllButton.tsx';
import { boundsAround, hasMovedFrom, isWithin } from '#web/map/viewport.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { FILTERS, formatArea, type HomeSearch, parseArea } from '../home-search.rules.ts';
import type { ListEntry } from '../list-view.rules.ts';
import type { DistanceOrigin } from '../use-distance-origin.ts';
import type { HomeSearchChanges } from './use-home-search.ts';

/** Zoom at which houses can be distinguished. */
const PLACE_ZOOM = 14.8;

/** Places within this distance count as near the member. */
const NEAR_METRES = 12_000;

/** The notice that the location is unknown is shown once per page load, not on every visit of the list. */
let hasShownUnknownPosition = false;

/**
 * The places of the list on a map around the member. Pressing a pin selects its place on the map and in the list.
 * Selecting or pointing at a place in the list highlights its pin.
 */
export function HomeMap({
  entries,
  isUpToDate,
  search,
  hoveredId,
  around,
  padding,
  isWide,
  onChange,
  onPinPress,
}: {
  entries: readonly ListEntry[];
  /** Whether the entries are those of `search`. */
  isUpToDate: boolean;
  search: HomeSearch;
  hoveredId: string | null;
  around: DistanceOrigin;
  padding: Padding;
  /** Whether the map is next to the list. It then has a legend and zoom buttons. */
  isWide: boolean;
  onChange: (changes: HomeSearchChanges, how: { asStep: boolean }) => void;
  onPinPress: (restaurantId: string | null) => void;
}) {
  const map = useRef<MapHandle>(null);
  const pins = useMemo(() => entries.flatMap(pinOf), [entries]);
  const mapService = useMapService();
  const besideButtons = useMemo(
    () => ({
      ...padding,
      top: (padding.top ?? 0) + PILL_PADDING.top,
      // Keeps the fitted pins clear of the location button. A wide screen has enough room beside the button.
      right: isWide ? 0 : 40,
    }),
    [padding, isWide],
  );
  const selectedId = search.selected ?? null;
  const selected = pins.find(({ id }) => id === selectedId) ?? null;
  const [shownFrom, setShownFrom] = useState<Viewport | null>(null);
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const follow = useFollowList({ map, pins, isUpToDate, search, around });
  const goToMyPosition = useGoToMyPosition({ map, around, isShown: follow.isNearUser });

  useShowSelected({ map, selected });
  useShowArea({ map, search, around: around.around });

  const onMoveEnd = (now: Viewport, isByPerson: boolean) => {
    setViewport(now);
    if (isByPerson) follow.stop();
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
      centre={selected?.coordinates ?? follow.centre}
      {...(selected ? { zoom: PLACE_ZOOM } : {})}
      padding={besideButtons}
      service={mapService}
      myPosition={around.position}
      area={search.near ? { centre: around.around, radiusMetres: NEARBY_RADIUS_METRES } : null}
      onMoveEnd={onMoveEnd}
      onFailed={showMapFailure}
    >
      {(isOutsideView || follow.hidesSome) && (
        <div
          className="absolute inset-x-0 grid justify-items-center"
          style={{ top: (padding.top ?? 0) + 12 }}
        >
          {isOutsideView ? (
            <SearchHereButton onPress={searchHere} />
          ) : (
            <ShowAllButton onPress={follow.showAll} />
          )}
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
 * Moves the map to what the list shows. Without a filter, the map shows the group of the member's own places that is
 * nearest to the member; if there are no own places, it shows provided ones. After a search or a filter, it shows all
 * results or their densest group. Stops when the member moves the map.
 */
function useFollowList({
  map,
  pins,
  isUpToDate,
  search,
  around,
}: {
  map: React.RefObject<MapHandle | null>;
  pins: readonly MapPin[];
  isUpToDate: boolean;
  search: HomeSearch;
  around: DistanceOrigin;
}) {
  const { q, near, area, selected } = search;
  const requested = JSON.stringify([q, ...FOLLOWED.map((filter) => search[filter])]);
  /** The filters of the pins; null until the list is up to date for the first time. */
  const [filters, setFilters] = useState<string | null>(null);
  if (isUpToDate && filters !== requested) setFilters(requested);
  const isFiltered = filters !== NOT_FILTERED;
  const hasMoved = useRef(false);
  const [leftFor, setLeftFor] = useState<string | null>(null);
  const userLocation = around.around;
  const places = useMemo(() => {
    const own = pins.filter(({ kind }) => kind !== 'prov');
    const followed = isFiltered || own.length === 0 ? pins : own;
    return followed.map(({ coordinates }) => coordinates);
  }, [pins, isFiltered]);
  const group = useMemo(
    () => (isFiltered ? groupToShow({ places, userLocation }) : groupNearest({ places, userLocation })),
    [places, isFiltered, userLocation],
  );
  const isNearUser =
    group.length === 0 || group.some((point) => distanceMetres(userLocation, point) < NEAR_METRES);

  const show = useEffectEvent(() => {
    if (filters === null || group.length === 0 || near || area) return;
    const bounds = boundsAround(
      around.isKnown && isNearUser && !isFiltered ? [...group, userLocation] : group,
    );
    if (bounds) map.current?.fitBounds(bounds);
  });
  useEffect(() => {
    if (filters === NOT_FILTERED) return;
    hasMoved.current = false;
    show();
  }, [filters]);
  const isAnyShown = group.length > 0;
  useEffect(() => {
    if (!hasMoved.current && !selected) show();
    // Selecting a place does not move the map.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [filters, isAnyShown, around.isKnown]);

  return {
    /** The initial centre of the map. */
    centre: group[0] && !isNearUser ? group[0] : userLocation,
    isNearUser,
    hidesSome: !near && !area && group.length < places.length && leftFor !== filters,
    showAll: () => {
      setLeftFor(filters);
      const bounds = boundsAround(places);
      if (bounds) map.current?.fitBounds(bounds);
    },
    stop: () => {
      hasMoved.current = true;
      setLeftFor(filters);
    },
  };
}

/** The filters that the map follows: all except the two that choose an area of the map. */
const FOLLOWED = FILTERS.filter((filter) => filter !== 'near' && filter !== 'area');

const NOT_FILTERED = JSON.stringify([undefined, ...FOLLOWED.map(() => undefined)]);

/**
 * Moves the map to the member's location on request. If the location stays unknown, a notice says what the map shows
 * instead.
 */
function useGoToMyPosition({
  map,
  around,
  isShown,
}: {
  map: React.RefObject<MapHandle | null>;
  around: DistanceOrigin;
  /** Whether the map shows the assumed location. */
  isShown: boolean;
}) {
  const { isKnown, hasFailed, state, ask } = around;
  const isRequested = useRef(false);
  const [requests, setRequests] = useState(0);
  const go = () => map.current?.flyTo({ centre: around.around });

  const onKnown = useEffectEvent(() => {
    if (isRequested.current) go();
    isRequested.current = false;
  });
  useEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown]);

  const onFailed = useEffectEvent(() => {
    if (!isRequested.current && (hasShownUnknownPosition || !isShown)) return;
    hasShownUnknownPosition = true;
    const sentence =
      isRequested.current && state === 'refused' ? m.map_position_refused() : m.map_position_unknown();
    showToast(isRequested.current && state === 'timeout' ? m.map_position_timeout() : sentence, {
      kind: 'note',
    });
    isRequested.current = false;
  });
  useEffect(() => {
    if (hasFailed) onFailed();
    // Without geolocation in the browser, a request fails at once and `hasFailed` stays true.
  }, [hasFailed, requests]);

  return () => {
    if (isKnown) return go();
    isRequested.current = true;
    setRequests(requests + 1);
    ask();
  };
}

/** Moves the map to a place that is selected outside the map. */
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

/** Moves the map so that it shows the whole area of 내 주변 3km or 이 지역에서 보기. */
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

/** The URL rounds the edges of an area outwards by up to 11 m, so an area may extend beyond the view it came from. */
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
