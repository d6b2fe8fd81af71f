import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#messages';
import type { AddFormReturn } from './add-form-return.ts';

/** Says that a photo is saved with the place. A button removes the photo. */
export function KeptPhoto() {
  const { control, setValue }: AddFormReturn = useFormContext();
  const photoIds = useWatch({ control, name: 'userPhotoFilenames' });
  if (!photoIds?.length) return null;
  return (
    <p className="type-sub flex items-center justify-between gap-3 rounded-field bg-soft py-1 pr-2 pl-4 text-ink-2">
      {m.restaurants_draft_photo()}
      <button
        type="button"
        className="link min-h-11 flex-none px-2"
        onClick={() => setValue('userPhotoFilenames', undefined)}
      >
        {m.restaurants_draft_photo_remove()}
      </button>
    </p>
  );
}
