import { z } from 'zod';
import { LineOfText } from '#common/texts.ts';
import { CreationId } from '#common/creation-id.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const photosProblems = defineProblems({
  /** The photo is unknown, belongs to another member, is used elsewhere, or was deleted because it was unused. */
  'photos.not_found': 404,
  'photos.empty': 400,
  /** params: megabytes */
  'photos.too_large': 413,
  /** params: megapixels */
  'photos.too_many_pixels': 422,
  /** The file is not a JPEG, PNG or WebP. The name of the file is ignored. */
  'photos.not_an_image': 415,
  /** The file is a HEIC, which the server cannot decode. */
  'photos.heic': 415,
  /** The image is truncated or corrupt. */
  'photos.unreadable': 422,
  /** The photo is attached to a review or journal entry. It must be detached before it can be deleted. */
  'photos.in_use': 409,
  /** params: limit */
  'photos.limit_reached': 409,
  /** The member has too many uploaded photos that are not attached. params: limit */
  'photos.too_many_unused': 409,
  /** There are too many concurrent uploads. params: retryAfterSeconds */
  'photos.busy': 429,
});

/** What a photo is used for. The storage has a folder of photos and a folder of thumbnails for each purpose. */
export const PhotoPurpose = z.enum(['review', 'journal']);
export type PhotoPurpose = z.infer<typeof PhotoPurpose>;

/** The stored sizes of a photo. `PHOTO_EDGES` in photos.rules.ts limits the longer edge of each size. */
export const PhotoSize = z.enum(['large', 'medium', 'small']);
export type PhotoSize = z.infer<typeof PhotoSize>;

export const PhotoId = z.uuid();
export const PHOTO_ALT_MAXIMUM = 200;

/** A photo without its files. `photoUrl` in photos.rules.ts returns the URL of a size. */
export const Photo = z.object({
  id: PhotoId,
  purpose: PhotoPurpose,
  /** Width and height of the large size in pixels, after the photo was rotated upright. */
  width: z.int(),
  height: z.int(),
  /** A blurred placeholder of about 25 bytes (github.com/evanw/thumbhash), in base64. */
  thumbhash: z.string(),
  /** Alternative text of the photo; may be empty. */
  alt: z.string(),
  /** Time of the upload in milliseconds. */
  createdAt: z.number(),
});
export type Photo = z.infer<typeof Photo>;

const PhotoParams = z.object({ photoId: PhotoId });

/** Uploads a photo. The body is the file itself. The type is detected from the content. */
export const uploadPhoto = endpoint({
  method: 'POST',
  url: '/api/photos',
  access: 'member',
  idempotent: true,
  schema: {
    summary:
      'Upload a photo. A repeat with the same `id` returns the stored photo. Photos not attached within one day are deleted.',
    consumes: ['image/jpeg', 'image/png', 'image/webp'],
    querystring: z.object({ purpose: PhotoPurpose, id: CreationId }),
    response: { 201: Photo },
  },
  problems: [
    // The photo was deleted while it was being uploaded.
    'photos.not_found',
    'photos.empty',
    'photos.too_large',
    'photos.too_many_pixels',
    'photos.not_an_image',
    'photos.heic',
    'photos.unreadable',
    'photos.too_many_unused',
    'photos.busy',
  ],
});

export const describePhoto = endpoint({
  method: 'PATCH',
  url: '/api/photos/:photoId',
  access: 'member',
  schema: {
    summary: 'Set the description of my photo.',
    params: PhotoParams,
    body: z.object({ alt: LineOfText.max(PHOTO_ALT_MAXIMUM) }),
    response: { 200: Photo },
  },
  problems: ['photos.not_found'],
});

export const deletePhoto = endpoint({
  method: 'DELETE',
  url: '/api/photos/:photoId',
  access: 'member',
  schema: {
    summary: 'Delete one of my unused photos.',
    params: PhotoParams,
    response: { 200: z.object({ deleted: z.literal(true) }) },
  },
  problems: ['photos.not_found', 'photos.in_use'],
});

/** Returns the file of a photo. `share` is the secret of a share link to the photo's review or entry. */
export const getPhoto = endpoint({
  method: 'GET',
  url: '/api/photos/:photoId/:size',
  access: 'anyone',
  schema: {
    summary: 'Get a photo. Readable by its owner and by readers of the content it is attached to.',
    produces: ['image/webp'],
    params: PhotoParams.extend({ size: PhotoSize }),
    querystring: z.object({ share: z.string().min(1).max(200).optional() }),
    response: { 200: z.string().meta({ format: 'binary' }) },
  },
  problems: ['photos.not_found'],
});
