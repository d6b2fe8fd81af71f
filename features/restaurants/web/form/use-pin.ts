import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Coordinates } from '#common/geo.ts';
import { addressQuery } from '#features/places/web/places.public.ts';
import { ApiProblem } from '#web/api.ts';

/** Any form that contains a manual place. */
export type ManualPlaceForm = {
  place: { name: string; address: string; coordinates: Coordinates | null; phoneNumber: string };
};

/**
 * The pin of a manual place. A new pin fills in the address unless the member has typed one: it may be more
 * precise than the nearest house number.
 */
export function usePin() {
  const queryClient = useQueryClient();
  const { watch, setValue, getValues } = useFormContext<ManualPlaceForm>();
  const [note, setNote] = useState<AddressNote>(null);
  const filledIn = useRef('');
  const latest = useRef<Coordinates | null>(null);

  const pick = async (point: Coordinates) => {
    const rounded = { lat: round(point.lat), lng: round(point.lng) };
    latest.current = rounded;
    setValue('place.coordinates', rounded, { shouldDirty: true, shouldValidate: false });
    setNote('looking');
    const found = await queryClient.fetchQuery(addressQuery(rounded)).catch((error: unknown) => {
      if (latest.current === rounded) setNote(isUnknownAddress(error) ? 'not_found' : 'failed');
      return null;
    });
    if (latest.current !== rounded || found === null) return;
    setNote(null);
    const written = getValues('place.address');
    if (written !== '' && written !== filledIn.current) return;
    filledIn.current = found;
    setValue('place.address', found, { shouldDirty: true, shouldValidate: written === '' });
  };

  const clear = () => {
    latest.current = null;
    setNote(null);
    setValue('place.coordinates', null, { shouldDirty: true });
  };

  return { point: watch('place.coordinates'), note, pick, clear };
}

/** Result of looking up the address of the pin. */
export type AddressNote = null | 'looking' | 'not_found' | 'failed';

const isUnknownAddress = (error: unknown) =>
  error instanceof ApiProblem && error.code === 'places.address_not_found';

/** The fifth decimal is a metre, so six decimals are exact enough. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
