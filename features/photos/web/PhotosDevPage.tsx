import { m } from '#messages';
import { PhotoPicker, PhotoStrip, usePhotoUploads } from './photos.public.tsx';

/** Photos in a form and to look at, without the feature around; at /dev/photos, in development only. */
export function PhotosDevPage() {
  const many = usePhotoUploads({ purpose: 'journal', initial: [] });
  const one = usePhotoUploads({ purpose: 'journal', initial: [] });
  return (
    <main className="mx-auto grid max-w-[640px] gap-8 p-4">
      <h1 className="type-h1">{m.photos_label()}</h1>
      <PhotoPicker photos={many} limit={10} />
      <div className="max-w-[420px] overflow-hidden rounded-card shadow-1">
        <PhotoStrip photos={many.photos} />
      </div>
      <PhotoPicker photos={one} limit={1} locked={{ label: 'locked', onPress: () => {} }} />
    </main>
  );
}
