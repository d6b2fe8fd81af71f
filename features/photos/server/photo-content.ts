import { imageTypeOf } from '#features/photos/photos.rules.ts';
import { photosProblems } from '#features/photos/photos.contract.ts';
import { problem } from '#server/http/problem.ts';

/**
 * Checks that an uploaded file is a photo that can be decoded: JPEG, PNG or WebP. The name and the declared type of the file are ignored. Other data after the
 * picture is harmless, because `encodePhoto` encodes the picture again without this data.
 * @throws photos.empty, photos.heic, photos.not_an_image
 */
export function checkUploadType(bytes: Buffer): void {
  if (bytes.length === 0) throw problem(photosProblems, 'photos.empty');
  const type = imageTypeOf(bytes);
  if (type === 'heic') throw problem(photosProblems, 'photos.heic');
  if (type !== 'jpeg' && type !== 'png' && type !== 'webp')
    throw problem(photosProblems, 'photos.not_an_image');
}
