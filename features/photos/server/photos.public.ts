/** Each feature declares who may see its photos besides the owner: `photoReaders.declare('journal', mayRead)`. */
export { encodePicture, seedPhotos, type SeededPhoto } from './seed-photos.ts';
export { attachPhotos, photosUsedBy, removePhotos } from './photos.service.ts';
export { createPhotoStorage, type PhotoStorage } from './photo-storage.ts';
export { removeFiles } from './clean-up-photos.ts';
export { FILES_KEPT_LOCK } from './photos.sql.ts';
