import type { ImportedPlace } from './imports.contract.ts';

/** Identifies a place within an import. */
export const rowKeyOf = ({ placeId, name, address, coordinates, link }: ImportedPlace): string =>
  placeId ||
  [
    name,
    address,
    coordinates ? `${coordinates.lat.toFixed(4)} ${coordinates.lng.toFixed(4)}` : address ? '' : link,
  ].join('\n');
