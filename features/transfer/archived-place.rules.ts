import { cut } from '#common/cut.ts';
import {
  ManualPlace,
  PLACE_ADDRESS_MAXIMUM,
  PLACE_NAME_MAXIMUM,
} from '#features/catalogue/new-place.contract.ts';
import type { ArchivedRestaurant } from './archive.contract.ts';

/**
 * Returns a place of an archive as a member could enter it. Texts are truncated and other phone numbers are left out,
 * because those of a maps service have other limits. The result may still be invalid, for example without a location.
 */
export const manualPlaceOf = ({
  name,
  address,
  coordinates,
  phoneNumber,
}: Pick<ArchivedRestaurant, 'name' | 'address' | 'coordinates' | 'phoneNumber'>) => ({
  name: cut(name, PLACE_NAME_MAXIMUM),
  address: cut(address, PLACE_ADDRESS_MAXIMUM),
  coordinates,
  phoneNumber: ManualPlace.shape.phoneNumber.safeParse(phoneNumber).data ?? '',
});
