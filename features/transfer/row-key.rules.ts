import type { ImportedPlace } from './imports.contract.ts';

/** Identifies a place within an import. */
export const rowKeyOf = (place: ImportedPlace): string =>
  place.placeId || [place.name, place.address, pointOrLink(place)].join('\n');

/** The link counts only if the place has neither a point nor an address. */
function pointOrLink({ coordinates, address, link }: ImportedPlace): string {
  if (coordinates) return `${coordinates.lat.toFixed(4)} ${coordinates.lng.toFixed(4)}`;
  return address ? '' : link;
}
