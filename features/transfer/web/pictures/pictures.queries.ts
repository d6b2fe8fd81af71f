import { queryOptions } from '@tanstack/react-query';
import { openPicture } from '#features/photos/web/photos.public.tsx';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { type PicturedPlace, searchesForPictured } from '#features/transfer/pictures/pictured-place.rules.ts';
import { searchPlaces } from '../use-matches.ts';
import { createQueue } from './queue.ts';
import { recognise } from './recognition.ts';

/** A picture under review. */
export type ChosenPicture = { id: string; file: File };

/** Maximum number of pixels of a picture for recognition. More pixels take longer and do not improve the result. */
const PIXELS_MAXIMUM = 900_000;

/** Options of queries that the device answers alone. */
export const LOCAL = {
  staleTime: Infinity,
  retry: false,
  networkMode: 'always',
  structuralSharing: false,
  // A cancelled query has no data and counts as stale. Without these options, it would start again.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

const openInTurn = createQueue();

/**
 * Query for the scaled-down picture. The pictures are opened one after another, because several large pictures would
 * not fit into the memory of a phone.
 */
export const openedPictureQuery = ({ id, file }: ChosenPicture) =>
  queryOptions({
    queryKey: ['transfer', 'picture', id],
    queryFn: ({ signal }) =>
      openInTurn(async () => {
        signal.throwIfAborted();
        const picture = await openPicture(file);
        try {
          return scaledDown(picture);
        } finally {
          picture.close();
        }
      }),
    ...LOCAL,
  });

function scaledDown(picture: ImageBitmap) {
  const scale = Math.min(1, Math.sqrt(PIXELS_MAXIMUM / (picture.width * picture.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('memory');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  return { pixels, preview: canvas.toDataURL('image/jpeg', 0.8) };
}

/** Query for the lines of text in the picture. */
export const linesQuery = (picture: ChosenPicture) =>
  queryOptions({
    queryKey: ['transfer', 'picture', picture.id, 'lines'],
    queryFn: async ({ client, signal }) => {
      const { pixels } = await client.ensureQueryData(openedPictureQuery(picture));
      const { lines } = await recognise({ pixels, of: 'places', signal });
      return lines;
    },
    ...LOCAL,
  });

/** Query for the places that the searches for a picture find. */
export const picturedPlacesQuery = (pictured: PicturedPlace) =>
  queryOptions({
    queryKey: ['transfer', 'pictured', pictured.names, pictured.address],
    queryFn: async ({ signal, client }) => {
      const found = new Map<string, PlaceSuggestion>();
      for (const query of searchesForPictured(pictured))
        for (const place of await searchPlaces({ query, signal, client })) found.set(place.placeId, place);
      return [...found.values()];
    },
    staleTime: 5 * 60_000,
  });
