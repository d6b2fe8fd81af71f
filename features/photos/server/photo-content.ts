import { type ImageType, imageTypeOf } from '#features/photos/photos.rules.ts';
import { photosProblems } from '#features/photos/photos.contract.ts';
import { problem } from '#server/http/problem.ts';

export type DecodableType = Extract<ImageType, 'jpeg' | 'png' | 'webp'>;

/**
 * Returns the type of an uploaded file. The name and the declared type of the file are ignored. Other data after the
 * picture is harmless, because `encodePhoto` encodes the picture again without this data.
 * @throws photos.empty, photos.heic, photos.not_an_image
 */
export function typeOfUpload(bytes: Buffer): DecodableType {
  if (bytes.length === 0) throw problem(photosProblems, 'photos.empty');
  const type = imageTypeOf(bytes);
  if (type === 'heic') throw problem(photosProblems, 'photos.heic');
  if (type === 'jpeg' || type === 'png' || type === 'webp') return type;
  throw problem(photosProblems, 'photos.not_an_image');
}
