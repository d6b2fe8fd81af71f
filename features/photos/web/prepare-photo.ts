import { PHOTO_EDGES, imageTypeOf } from '#features/photos/photos.rules.ts';
import { ApiProblem } from '#web/api.ts';

const JPEG = { type: 'image/jpeg', quality: 0.85 } as const;

/**
 * Scales a photo down and converts it to JPEG. The JPEG is upright and at most as large as the stored size. It contains
 * no metadata, so that the location never leaves the phone. The browser decodes off the main thread. Therefore no
 * worker is needed.
 * @throws ApiProblem with the code of the reason, if this browser cannot read the file
 */
export async function preparePhoto(file: Blob): Promise<Blob> {
  const picture = await openPicture(file);
  try {
    return await drawn(picture);
  } finally {
    picture.close();
  }
}

/**
 * Opens a picture. The result is upright, and the caller must close it.
 * @throws ApiProblem with the code of the reason, if this browser cannot read the file
 */
export async function openPicture(file: Blob): Promise<ImageBitmap> {
  const head = new Uint8Array(await readable(file.slice(0, 64).arrayBuffer()));
  if (head.length === 0) throw refused('photos.empty');
  const type = imageTypeOf(head);
  if (type === null && !file.type.startsWith('image/')) throw refused('photos.not_an_image');
  return createImageBitmap(file).catch(() => {
    if (type === 'heic') throw refused('photos.heic');
    throw refused(type === null ? 'photos.not_an_image' : 'photos.undecodable');
  });
}

async function drawn(picture: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, PHOTO_EDGES.large / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw refused('photos.undecodable');
  // The canvas is filled with white, because transparent parts of a PNG would become black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, JPEG.type, JPEG.quality));
  // A browser that cannot encode JPEG returns a PNG, which is ten times as large.
  if (blob?.type !== JPEG.type) throw refused('photos.undecodable');
  return blob;
}

const refused = (code: string) => new ApiProblem({ status: 0, code });

/** Converts an error of reading to a problem. The file may have been moved or deleted since it was chosen. */
const readable = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch(() => {
    throw refused('photos.undecodable');
  });
