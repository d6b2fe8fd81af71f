import { type Coordinates, DEFAULT_CENTRE, distanceMetres } from '#common/geo.ts';
import { useMyPosition } from '#web/map/useMyPosition.ts';

/**
 * Where near and far are measured from: the reader's place, or 서울시청 while that is not known.
 * `isKnown` says which; `hasFailed` that it will stay unknown unless the person does something.
 */
export function useAround({ asksAtOnce }: { asksAtOnce: boolean }) {
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

/** Metres from the reader to a point; null while either is not known. Never asks the person. */
export function useDistanceTo(point: Coordinates | null): number | null {
  const { around, isKnown } = useAround({ asksAtOnce: false });
  return isKnown && point ? distanceMetres(around, point) : null;
}

export type Around = ReturnType<typeof useAround>;
