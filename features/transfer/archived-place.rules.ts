import { cut } from '#common/cut.ts';
import {
  ManualPlace,
  PLACE_ADDRESS_MAXIMUM,
  PLACE_NAME_MAXIMUM,
} from '#features/catalogue/new-place.contract.ts';
import type { ArchivedRestaurant } from './archive.contract.ts';

/**
 * Converts a place of an archive to a manual place. The texts of a maps service can be longer than those of a manual
 * place, and its phone numbers can have other forms. Therefore long texts are truncated, and phone numbers of other
 * forms are left out. The result may still be invalid, for example without a location.
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
