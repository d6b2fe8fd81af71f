import type { Call } from '#common/endpoint.ts';
import type * as contract from '#features/catalogue/provided.contract.ts';
import type { ProvidedDocument } from '#features/catalogue/provided.contract.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { call } from '#web/api.ts';
import { providedAsListed } from './provided.rules.ts';

const listProvidedRestaurants: Call<typeof contract.listProvidedRestaurants> = {
  method: 'GET',
  url: '/api/provided-restaurants',
};

/** The document of the provided restaurants. `listed` contains the places in the form of list entries. */
export type Provided = ProvidedDocument & { listed: readonly MyRestaurant[] };

/** @param before the previous result; returned unchanged if its version is still current */
export async function readProvided({
  signal,
  before,
}: {
  signal: AbortSignal;
  before: Provided | undefined;
}): Promise<Provided> {
  const now = await call(listProvidedRestaurants, { signal });
  const isSame = before?.version === now.version && before.isVisible === now.isVisible;
  return isSame ? before : { ...now, listed: providedAsListed(now) };
}
