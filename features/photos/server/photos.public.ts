/**
 * For features that show photos. Each declares who may see them, besides their owner:
 * `photoReaders.declare('journal', mayRead)` where its routes are registered.
 */
export { encodePicture, fillPhotos, type PastPhoto } from './fill-photos.ts';
export { attachPhotos, photosUsedBy, removePhotos } from './photos.service.ts';
export { createPhotoStorage, type PhotoStorage } from './photo-storage.ts';
export { removeFiles } from './sweep-photos.ts';
