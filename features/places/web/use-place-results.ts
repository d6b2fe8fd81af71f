import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Coordinates } from '#common/geo.ts';
import { measuredFrom } from '#features/places/approximate-location.rules.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { isNetworkProblem } from '#web/api.ts';
import { placeSuggestionsQuery } from './places.queries.ts';
import { useSeenPlaces } from './seen-places.ts';

/**
 * The delay before a search. It is long enough to skip the key presses within a syllable, and short enough not to be
 * noticed.
 */
const DEBOUNCE_MS = 120;

const NO_SUGGESTIONS: readonly PlaceSuggestion[] = [];

/** Searches for the typed text. Without a network, the results are places that this device has seen. */
export function usePlaceResults({
  typed,
  near,
  sessionToken,
}: {
  typed: string;
  near: Coordinates | null;
  sessionToken: string;
}) {
  const asked = useDebounced(typed.trim(), DEBOUNCE_MS);
  const { data, error, isFetching, isPlaceholderData } = useQuery(
    placeSuggestionsQuery({ typed: asked, near, sessionToken }),
  );
  const seen = useSeenPlaces({ typed: asked, near, isNeeded: isNetworkProblem(error) });
  const found = useMemo(() => data && measuredFrom(data.suggestions, near), [data, near]);
  const { rows: suggestions, ...hold } = useHeldWhilePressed(
    asked === '' ? NO_SUGGESTIONS : (seen ?? found ?? NO_SUGGESTIONS),
  );
  return {
    asked,
    suggestions,
    hold,
    error,
    seen,
    isFetching,
    isPriceUnknown: asked !== '' && data?.isPriceUnknown === true,
    /** Whether the rows are still the results of an earlier text. Enter then chooses no row. */
    isWaiting: asked !== typed.trim() || (isFetching && (data === undefined || isPlaceholderData)),
    hasNothing: suggestions.length === 0 && asked !== '' && !isFetching && (!error || seen !== null),
  };
}

export type PlaceResults = ReturnType<typeof usePlaceResults>;

/** The click event follows the end of a press within this number of milliseconds, also after a touch. */
const CLICK_AFTER_PRESS_MS = 400;

/**
 * Returns the same rows while a finger or mouse button is down, even if new results arrive. New results could move
 * another row under the finger, or the pressed row could disappear before the click.
 */
function useHeldWhilePressed(rows: readonly PlaceSuggestion[]) {
  const [held, setHeld] = useState<readonly PlaceSuggestion[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    rows: held ?? rows,
    onPointerDown: () => {
      clearTimeout(timer.current);
      setHeld(rows);
    },
    onPointerUp: () => {
      timer.current = setTimeout(release, CLICK_AFTER_PRESS_MS);
    },
    onPointerLeave: () => {
      timer.current = setTimeout(release, CLICK_AFTER_PRESS_MS);
    },
    onPointerCancel: release,
    onClick: release,
  };
}

/** Returns `value` after it has not changed for `milliseconds`. An empty text is returned immediately. */
function useDebounced(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return value === '' ? '' : settled;
}
