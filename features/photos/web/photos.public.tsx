export { readDraftPhotos, removeDraftPhotos, storeDraftPhotos } from './draft-photos.ts';
export { type Attachment, isRetryable, photosOnDevice } from './photo-uploads.ts';
export { PhotoPicker } from './PhotoPicker.tsx';
export { openPicture, preparePhoto } from './prepare-photo.ts';
export { sendPhoto } from './send-photo.ts';
export { PhotoStrip } from './PhotoStrip.tsx';
export { type FormPhotos, usePhotoUploads } from './use-photo-uploads.ts';
