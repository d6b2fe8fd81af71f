import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

export const photosProblems = defineProblems({
  /** Unknown, somebody else's, swept, or used by something else already. */
  'photos.not_found': 404,
  'photos.empty': 400,
  /** params: megabytes */
  'photos.too_large': 413,
  /** params: megapixels */
  'photos.too_many_pixels': 422,
  /** No JPEG, PNG or WebP, whatever its name says. */
  'photos.not_an_image': 415,
  /** HEIC, which the server cannot decode. */
  'photos.heic': 415,
  /** An image that breaks off or cannot be decoded. */
  'photos.unreadable': 422,
  /** What uses it must let go of it first. */
  'photos.in_use': 409,
  /** More than may be attached to one thing. params: limit */
  'photos.limit_reached': 409,
  /** Too many uploaded and not attached to anything yet. params: limit */
  'photos.too_many_unused': 409,
  /** Too many uploads at once. params: retryAfterSeconds */
  'photos.busy': 429,
});

/** What photos are for; each has a folder of photos and one of thumbnails in the storage. */
export const PhotoPurpose = z.enum(['review', 'journal']);
export type PhotoPurpose = z.infer<typeof PhotoPurpose>;

/** The sizes every photo is kept in; `PHOTO_EDGES` of the rules says how long their longer edge is at most. */
export const PhotoSize = z.enum(['large', 'medium', 'small']);
export type PhotoSize = z.infer<typeof PhotoSize>;

export const PhotoId = z.uuid();
export const PHOTO_ALT_MAXIMUM = 200;

/** A photo as screens need it. Its address in each size: `photoUrl` of the rules. */
export const Photo = z.object({
  id: PhotoId,
  purpose: PhotoPurpose,
  /** Of the large size, upright, in pixels. */
  width: z.int(),
  height: z.int(),
  /** A blurred placeholder of some 25 bytes (github.com/evanw/thumbhash), in base64. */
  thumbhash: z.string(),
  /** What the picture shows, for whoever cannot see it; may be empty. */
  alt: z.string(),
  /** Milliseconds. */
  createdAt: z.number(),
});
export type Photo = z.infer<typeof Photo>;

const PhotoParams = z.object({ photoId: PhotoId });

/** The body is the file itself; its type is found out by its content. */
export const uploadPhoto = endpoint({
  method: 'POST',
  url: '/api/photos',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Upload a photo; what is not attached to anything within a day is deleted',
    consumes: ['image/jpeg', 'image/png', 'image/webp'],
    querystring: z.object({ purpose: PhotoPurpose }),
    response: { 201: Photo },
  },
  problems: [
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
    summary: 'Say what my photo shows',
    params: PhotoParams,
    body: z.object({ alt: z.string().trim().max(PHOTO_ALT_MAXIMUM) }),
    response: { 200: Photo },
  },
  problems: ['photos.not_found'],
});

export const deletePhoto = endpoint({
  method: 'DELETE',
  url: '/api/photos/:photoId',
  access: 'member',
  schema: {
    summary: 'Delete a photo of mine that nothing uses',
    params: PhotoParams,
    response: { 200: z.object({ deleted: z.literal(true) }) },
  },
  problems: ['photos.not_found', 'photos.in_use'],
});

/** WebP bytes for an `<img>`; `share` is the secret of a link that opens what the photo belongs to. */
export const getPhoto = endpoint({
  method: 'GET',
  url: '/api/photos/:photoId/:size',
  access: 'anyone',
  schema: {
    summary: 'A photo, for its owner and for who may read what it belongs to',
    produces: ['image/webp'],
    params: PhotoParams.extend({ size: PhotoSize }),
    querystring: z.object({ share: z.string().min(1).max(200).optional() }),
    response: { 200: z.string().meta({ format: 'binary' }) },
  },
  problems: ['photos.not_found'],
});
