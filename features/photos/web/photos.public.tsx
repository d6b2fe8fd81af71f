/** What features with photos show: `<PhotoPicker>` in their forms, `<PhotoStrip>` and `<PhotoImage>` where people read. */
export { PhotoImage } from './PhotoImage.tsx';
export { PhotoPicker } from './PhotoPicker.tsx';
export { PhotoStrip } from './PhotoStrip.tsx';
export { type FormPhotos, usePhotoUploads } from './use-photo-uploads.ts';
