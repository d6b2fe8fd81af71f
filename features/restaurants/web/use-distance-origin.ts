import { type Coordinates, DEFAULT_CENTRE, distanceMetres } from '#common/geo.ts';
import { useMyPosition } from '#web/map/useMyPosition.ts';

/**
 * Returns the point that distances are measured from. It is the member's location, or 서울시청 while the location is
 * unknown. `isKnown` is true if the point is the member's location. `hasFailed` is true if the location stays unknown
 * until the member acts.
 */
export function useDistanceOrigin({ asksAtOnce }: { asksAtOnce: boolean }) {
  const { state, position, ask } = useMyPosition({ asksAtOnce });
  return {
    around: position?.coordinates ?? DEFAULT_CENTRE,
    isKnown: state === 'known',
    hasFailed: state === 'refused' || state === 'unavailable' || state === 'timeout',
    state,
    position,
    ask,
  };
}

/**
 * Returns the distance in metres from the member to a point. Returns null if the location or the point is unknown. The
 * hook never asks for the permission to read the location.
 */
export function useDistanceTo(point: Coordinates | null): number | null {
  const { around, isKnown } = useDistanceOrigin({ asksAtOnce: false });
  return isKnown && point ? distanceMetres(around, point) : null;
}

export type DistanceOrigin = ReturnType<typeof useDistanceOrigin>;
