import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { type PicturedPlace, pictureCandidates } from './pictured-place.rules.ts';
import type { Receipt } from './receipt.rules.ts';

/** Returns the place that a receipt names. Recognition inserts spaces into names, so the name is also tried without. */
export function picturedOf(receipt: Pick<Receipt, 'name' | 'address'> | undefined): PicturedPlace {
  const name = receipt?.name ?? '';
  const names = [...new Set([name.replaceAll(' ', ''), name])].filter((each) => each !== '');
  return { names, address: receipt?.address ?? '', phoneNumber: '' };
}

type Found = Pick<PlaceSuggestion, 'placeId' | 'name' | 'address' | 'businessStatus'>;

/**
 * Returns the places that the receipt may name: those of my list first, then those of the index.
 * @param saved the places of my list
 * @param found the results of the searches
 */
export function receiptPlaces({
  pictured,
  saved,
  found,
}: {
  pictured: PicturedPlace;
  saved: readonly (Pick<PlaceSuggestion, 'name' | 'address' | 'businessStatus'> & { id: string })[];
  found: readonly Found[];
}): Pick<Found, 'placeId' | 'name' | 'address'>[] {
  const savedPlaces = saved.map(({ id, name, address, businessStatus }) => ({
    placeId: id,
    name,
    address,
    businessStatus,
  }));
  const savedIds = new Set(saved.map(({ id }) => id));
  const others = found.filter(({ placeId }) => !savedIds.has(placeId));
  return [
    ...pictureCandidates({ pictured, found: savedPlaces }),
    ...pictureCandidates({ pictured, found: others }),
  ];
}
