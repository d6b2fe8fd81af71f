import { m } from '#messages';
import { type FormPhotos, PhotoImage, PhotoPicker, PhotoStrip, usePhotoUploads } from './photos.public.tsx';

/** This page is served at /dev/photos, in development only. */
export function PhotosDevPage() {
  const many = usePhotoUploads({ purpose: 'journal', initial: [] });
  const one = usePhotoUploads({ purpose: 'journal', initial: [] });
  return (
    <main className="mx-auto grid max-w-[640px] gap-8 p-4">
      <h1 className="type-h1">{m.photos_label()}</h1>
      <PhotoPicker photos={many} limit={10} />
      <PhotoStates photos={many} />
      <PhotoPicker photos={one} limit={1} locked={{ label: 'locked', onPress: () => {} }} />
    </main>
  );
}

const PhotoStates = ({ photos: { photos } }: { photos: FormPhotos }) => (
  <div className="grid max-w-[420px] gap-2">
    <div className="overflow-hidden rounded-card shadow-1">
      <PhotoStrip photos={photos} />
    </div>
    {photos[0] && (
      <div className="size-12 overflow-hidden rounded-small">
        <PhotoImage photo={photos[0]} sizes="48px" />
      </div>
    )}
  </div>
);
