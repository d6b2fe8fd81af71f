import { type Coordinates, DEFAULT_CENTRE, distanceMetres } from '#common/geo.ts';
import { useMyPosition } from '#web/map/useMyPosition.ts';

/**
 * The point that distances are measured from: the member's location, or 서울시청 while it is unknown. `isKnown` states
 * whether the point is the member's location; `hasFailed` states whether the location stays unknown until the member
 * acts.
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

/** Metres from the member to a point; null if either is unknown. Never asks for permission. */
export function useDistanceTo(point: Coordinates | null): number | null {
  const { around, isKnown } = useDistanceOrigin({ asksAtOnce: false });
  return isKnown && point ? distanceMetres(around, point) : null;
}

export type DistanceOrigin = ReturnType<typeof useDistanceOrigin>;
