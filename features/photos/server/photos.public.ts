/**
 * What features that show photos do with them. Each also says who may see them, besides their owner:
 * `photoReaders.declare('journal', mayRead)` where its routes are registered.
 */
export { attachPhotos, photosUsedBy, removePhotos } from './photos.service.ts';
export { createPhotoStorage } from './photo-storage.ts';
