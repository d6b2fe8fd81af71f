import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Coordinates } from '#common/geo.ts';
import type { AddressMatch } from '#features/places/addresses.contract.ts';
import { addressQuery, foundAddressesQuery } from '#features/places/web/places.public.ts';
import { ApiProblem } from '#web/api.ts';

/** The values of a form that contains a manual place. Every such form can use `usePin`. */
export type ManualPlaceForm = {
  place: { name: string; address: string; coordinates: Coordinates | null; phoneNumber: string };
};

/**
 * The pin of a manual place. A pin that is set on the map fills in the address. An address that the member has typed is
 * kept, because it may be more precise than the nearest house number. A search for a typed address sets the pin only if
 * the house is found. The found address then replaces the typed address, but a typed floor is kept.
 * @param onFound shows the found address on the map
 */
export function usePin({ onFound }: { onFound: (match: AddressMatch) => void }) {
  const queryClient = useQueryClient();
  const { watch, setValue, getValues } = useFormContext<ManualPlaceForm>();
  const [note, setNote] = useState<PinNote>(null);
  const [matches, setMatches] = useState<readonly AddressMatch[]>([]);
  const filledIn = useRef('');
  /** Identifies the latest request. Responses to earlier requests are ignored. */
  const latest = useRef<unknown>(null);

  const begin = (note_: PinNote) => {
    const request = {};
    latest.current = request;
    setNote(note_);
    setMatches([]);
    return () => latest.current === request;
  };

  const setPoint = (point: Coordinates | null) =>
    setValue('place.coordinates', point && { lat: round(point.lat), lng: round(point.lng) }, {
      shouldDirty: true,
      shouldValidate: false,
    });

  const pick = async (point: Coordinates) => {
    const isCurrent = begin('looking');
    setPoint(point);
    const rounded = getValues('place.coordinates');
    try {
      const found = await queryClient.fetchQuery(addressQuery(rounded));
      if (!isCurrent()) return;
      setNote(null);
      const written = getValues('place.address');
      if (written !== '' && written !== filledIn.current) return;
      fillIn(found);
    } catch (error) {
      if (isCurrent()) setNote(isUnknownAddress(error) ? 'not_found' : 'failed');
    }
  };

  const fillIn = (address: string) => {
    const wasEmpty = getValues('place.address') === '';
    filledIn.current = address;
    setValue('place.address', address, { shouldDirty: true, shouldValidate: wasEmpty });
  };

  /**
   * Shows the found address on the map. Only the address of a house sets the pin, because the place is not in the
   * middle of a road.
   */
  const choose = (match: AddressMatch) => {
    begin(match.precision === 'area' ? { around: match.address } : null);
    onFound(match);
    if (match.precision === 'area') return setPoint(null);
    const typed = getValues('place.address');
    setPoint(match.coordinates);
    fillIn(match.address + floorOf(typed));
  };

  const find = async () => {
    const typed = getValues('place.address').trim();
    if (typed === '') {
      begin('no_words');
      return;
    }
    const isCurrent = begin('finding');
    try {
      const found = await queryClient.fetchQuery(foundAddressesQuery(typed));
      if (!isCurrent()) return;
      const [first, second] = found;
      if (!first) setNote('unknown');
      else if (!second) choose(first);
      else {
        setNote('several');
        setMatches(found);
      }
    } catch {
      if (isCurrent()) setNote('find_failed');
    }
  };

  const clear = () => {
    begin(null);
    setPoint(null);
  };

  return { point: watch('place.coordinates'), note, matches, pick, clear, find, choose };
}

/**
 * The state of the running search, or the result of the last search. The search looks for an address, or for the
 * address of the pin.
 */
export type PinNote =
  | null
  | 'looking'
  | 'not_found'
  | 'failed'
  | 'finding'
  | 'no_words'
  | 'unknown'
  | 'several'
  | 'find_failed'
  | { around: string };

/** Returns the floor or room at the end of an address, such as `, 지하 1층`. No geocoder returns a floor. */
function floorOf(address: string): string {
  const [floor] = /(?:지하|지상|B)?\s*\d+\s*(?:층|호|F)(?:[\s,]*\d+호)?\s*$/i.exec(address) ?? [];
  return floor ? `, ${floor.trim()}` : '';
}

const isUnknownAddress = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'places.address_not_found';

/** Rounds to six decimals. The fifth decimal corresponds to about a metre, so six decimals are exact enough. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
