import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { NEARBY_RADIUS_METRES } from '#features/places/places.limits.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import { SELECTED_PLACE_ZOOM } from '#web/map/camera.ts';
import { LocateButton, ZoomButtons } from '#web/map/MapControls.tsx';
import { MapLegend } from '#web/map/MapLegend.tsx';
import type { Bounds, MapHandle, MapPin, Padding, Viewport } from '#web/map/map.ts';
import { RestaurantMap } from '#web/map/RestaurantMap.tsx';
import { SearchHereButton } from '#web/map/SearchHereButton.tsx';
import { showMapFailure } from '#web/map/show-map-failure.ts';
import { groupNearest, groupToShow, withNeighbours } from '#web/map/groups.ts';
import { PILL_PADDING, ShowAllButton } from '#web/map/ShowAllButton.tsx';
import { boundsAround, hasMovedFrom, isWithin } from '#web/map/viewport.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { FILTER_NAMES } from '#features/restaurants/list-filters.rules.ts';
import { formatArea, type HomeSearch, parseArea } from '#features/restaurants/home-search.rules.ts';
import type { ListEntry } from '#features/restaurants/list-view.rules.ts';
import type { DistanceOrigin } from '../use-distance-origin.ts';
import type { HomeSearchChanges } from './use-home-search.ts';

/** A place is near the member if the distance between them is less than this number of metres. */
const NEAR_METRES = 12_000;

/** Whether the notice about the unknown location was shown since the page was loaded. The notice is shown only once. */
let hasShownUnknownPosition = false;

/**
 * Shows the places of the list on a map around the member. A press on a pin selects its place on the map and in the
 * list. If a place in the list is selected or has the pointer, its pin is highlighted.
 */
export function HomeMap({
  entries,
  typed,
  isListUpToDate,
  search,
  hoveredId,
  around,
  padding,
  isWide,
  onChange,
  onPinPress,
}: {
  entries: readonly ListEntry[];
  /** The text of the search field. `entries` follow it a little later. */
  typed: string;
  /** Whether `entries` already match the parameters of `search`. */
  isListUpToDate: boolean;
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
  const { pins, isUpToDate } = usePins({ entries, typed, isListUpToDate });
  const mapService = useMapService();
  const besideButtons = useMemo(
    () => ({
      ...padding,
      top: (padding.top ?? 0) + PILL_PADDING.top,
      // The padding keeps the fitted pins clear of the location button and, on a wide screen, of the zoom buttons.
      right: isWide ? 56 : 40,
    }),
    [padding, isWide],
  );
  const selectedId = search.selected ?? null;
  const selected = pins.find(({ id }) => id === selectedId) ?? null;
  const [shownFrom, setShownFrom] = useState<Viewport | null>(null);
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const follow = useFollowList({ map, pins, isUpToDate, search, around, isWide });
  const goToMyPosition = useGoToMyPosition({ map, around, isShown: follow.isNearUser });

  useShowSelected({ map, selected });
  useShowArea({ map, pins, isUpToDate, search, around });

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

  const showAll = follow.hidesSome && <ShowAllButton onPress={follow.showAll} />;
  const pill = isOutsideView ? <SearchHereButton onPress={searchHere} /> : showAll;
  return (
    <RestaurantMap
      ref={map}
      pins={pins}
      selectedId={selectedId}
      hoveredId={hoveredId}
      onSelect={onPinPress}
      centre={selected?.coordinates ?? follow.centre}
      {...(selected ? { zoom: SELECTED_PLACE_ZOOM } : {})}
      padding={besideButtons}
      service={mapService}
      myPosition={around.position}
      area={search.near ? { centre: around.around, radiusMetres: NEARBY_RADIUS_METRES } : null}
      onMoveEnd={onMoveEnd}
      onFailed={showMapFailure}
    >
      {pill && (
        <div
          className="absolute inset-x-0 grid justify-items-center"
          style={{ top: (padding.top ?? 0) + 12 }}
        >
          {pill}
        </div>
      )}
      {isWide && <MapLegend className="absolute bottom-9 left-6 [@media(height<480px)]:hidden" />}
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

/**
 * Returns the pins of the entries, and whether they match the URL. While the member types, the list changes with every
 * key press, and drawing all pins would delay the next one. Therefore the pins then follow the list in a pause. Other
 * changes are drawn at once.
 */
function usePins({
  entries,
  typed,
  isListUpToDate,
}: {
  entries: readonly ListEntry[];
  typed: string;
  isListUpToDate: boolean;
}): { pins: readonly MapPin[]; isUpToDate: boolean } {
  const isTyping = useIsTyping({ typed, entries });
  const [drawn, setDrawn] = useState(entries);
  if (!isTyping && drawn !== entries) setDrawn(entries);
  const pins = useMemo(() => drawn.flatMap(pinOf), [drawn]);
  return { pins, isUpToDate: isListUpToDate && drawn === entries };
}

const TYPING_PAUSE_MS = 300;

/** Returns true from a key press until neither the text nor the list has changed for a short time. */
function useIsTyping({ typed, entries }: { typed: string; entries: readonly ListEntry[] }): boolean {
  const [lastTyped, setLastTyped] = useState(typed);
  const [isTyping, setTyping] = useState(false);
  if (lastTyped !== typed) {
    setLastTyped(typed);
    setTyping(true);
  }
  useEffect(() => {
    if (!isTyping) return undefined;
    const timer = setTimeout(() => setTyping(false), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTyping, typed, entries]);
  return isTyping;
}

const pinOf = ({ restaurant, categoryId, isProvided }: ListEntry): MapPin[] =>
  restaurant.coordinates
    ? [
        {
          id: restaurant.id,
          name: restaurant.name,
          coordinates: restaurant.coordinates,
          kind: isProvided ? 'prov' : restaurant.status === VISITED ? 'done' : 'todo',
          categoryId,
        },
      ]
    : [];

/**
 * Moves the map to what the list shows. Without a filter, the map shows the group of the member's own places that is
 * nearest to the member, and the provided places around it. If the member has no own places, the map shows provided
 * places. After a search or a filter, the map shows all results or their densest group. After the member has moved the
 * map, only the next search or filter moves it.
 */
function useFollowList({
  map,
  pins,
  isUpToDate,
  search,
  around,
  isWide,
}: {
  map: React.RefObject<MapHandle | null>;
  pins: readonly MapPin[];
  isUpToDate: boolean;
  search: HomeSearch;
  around: DistanceOrigin;
  isWide: boolean;
}) {
  const { q, near, area, selected } = search;
  const requested = JSON.stringify([q, ...FOLLOWED.map((filter) => search[filter])]);
  /** The filters of the pins; null before the list is up to date for the first time. */
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

  const fit = (shown: readonly Coordinates[]) => {
    const bounds = boundsAround(shown);
    if (bounds) map.current?.fitBounds(isWide ? withRoomBelow(bounds) : bounds);
  };
  const show = useEffectEvent(() => {
    if (filters === null || group.length === 0 || near || area) return;
    const shown = around.isKnown && isNearUser && !isFiltered ? [...group, userLocation] : group;
    const others = isFiltered ? [] : pins.map(({ coordinates }) => coordinates);
    fit(withNeighbours({ group: shown, others }));
  });
  useEffect(() => {
    if (filters === NOT_FILTERED) return;
    hasMoved.current = false;
    // Without a selected place, the next effect shows the results.
    if (selected) show();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [filters]);
  const isAnyShown = group.length > 0;
  // The provided places are loaded after the list.
  const isProvidedShown = pins.some(({ kind }) => kind === 'prov');
  useEffect(() => {
    if (!hasMoved.current && !selected) show();
    // The selected place is not a dependency, because selecting a place must not move the map.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [filters, isAnyShown, isProvidedShown, around.isKnown]);

  return {
    /** The centre of the map when it opens. */
    centre: group[0] && !isNearUser ? group[0] : userLocation,
    isNearUser,
    hidesSome: !near && !area && group.length < places.length && leftFor !== filters,
    showAll: () => {
      setLeftFor(filters);
      fit(places);
    },
    stop: () => {
      hasMoved.current = true;
      setLeftFor(filters);
    },
  };
}

/**
 * Extends the bounds to the south, so that no pin is under the legend or the button 맛집 등록. Padding of the map would cut
 * off the bottom of a map of Google or Kakao.
 */
const withRoomBelow = ({ south, north, ...sides }: Bounds): Bounds => ({
  ...sides,
  north,
  south: south - 0.12 * (north - south),
});

/** The filters whose changes move the map. The two filters that choose an area of the map are left out. */
const FOLLOWED = FILTER_NAMES.filter((filter) => filter !== 'near' && filter !== 'area');

const NOT_FILTERED = JSON.stringify([undefined, ...FOLLOWED.map(() => undefined)]);

/**
 * Moves the map to the member's location on request. If the location is still unknown after the request, a notice says
 * what the map shows instead.
 */
function useGoToMyPosition({
  map,
  around,
  isShown,
}: {
  map: React.RefObject<MapHandle | null>;
  around: DistanceOrigin;
  /** Whether the map shows the assumed location of the member. */
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
    // `requests` is a dependency, because `hasFailed` does not change if the browser has no geolocation: every request
    // then fails at once.
  }, [hasFailed, requests]);

  return () => {
    if (isKnown) return go();
    isRequested.current = true;
    setRequests(requests + 1);
    ask();
  };
}

/** Moves the map to a place that was selected in another part of the screen. */
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
    map.current?.flyTo({
      centre: selected.coordinates,
      zoom: Math.max(viewport?.zoom ?? 0, SELECTED_PLACE_ZOOM),
    });
  });
  useEffect(() => show(), [selected?.id]);
}

/**
 * Moves the map to the area of the list. 내 주변 3km shows the places in the circle and the member; without places, it
 * shows the whole circle. 이 지역에서 보기 shows the whole area.
 */
function useShowArea({
  map,
  pins,
  isUpToDate,
  search,
  around: { around, isKnown },
}: {
  map: React.RefObject<MapHandle | null>;
  pins: readonly MapPin[];
  isUpToDate: boolean;
  search: HomeSearch;
  around: DistanceOrigin;
}) {
  const { near, area } = search;
  const showNear = useEffectEvent(() => {
    const places = pins.map(({ coordinates }) => coordinates);
    const bounds =
      places.length > 0 ? boundsAround([around, ...places]) : boundsOfCircle(around, NEARBY_RADIUS_METRES);
    if (bounds) map.current?.fitBounds(bounds);
  });
  const isNearShown = Boolean(near) && isUpToDate;
  // The circle moves to the location when it becomes known.
  useEffect(() => {
    if (isNearShown) showNear();
  }, [isNearShown, isKnown]);

  const showArea = useEffectEvent(() => {
    const bounds = area && !near ? parseArea(area) : null;
    const viewport = map.current?.viewport();
    const isShown =
      bounds !== null &&
      viewport &&
      isWithin({ lat: bounds.south, lng: bounds.west }, widened(viewport.bounds)) &&
      isWithin({ lat: bounds.north, lng: bounds.east }, widened(viewport.bounds));
    if (bounds && !isShown) map.current?.fitBounds(bounds);
  });
  useEffect(() => showArea(), [near, area]);
}

/**
 * Enlarges an area by about 20 m on each side. The URL rounds the edges of an area outwards by up to 11 m. Therefore
 * the area in the URL may extend beyond the view that it was created from.
 */
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
