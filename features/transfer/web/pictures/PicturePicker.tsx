import { ScanText } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { buttonClasses } from '#web/ui/Button.tsx';
import { usePictureFiles } from './use-picture-files.ts';

/** Picks pictures. While this component is on the screen, pictures can also be dropped and pasted. */
export function PicturePicker({ onPictures }: { onPictures: (pictures: readonly File[]) => void }) {
  const id = useId();
  const take = usePictureFiles(onPictures);
  return (
    <div className="grid">
      <input
        id={id}
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        className="peer sr-only"
        onChange={({ currentTarget: input }) => {
          const files = [...(input.files ?? [])];
          input.value = '';
          if (files.length > 0) take(files);
        }}
      />
      <label
        htmlFor={id}
        className={buttonClasses({
          look: 'secondary',
          size: 'small',
          className: 'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-focus',
        })}
      >
        <ScanText aria-hidden="true" />
        {m.transfer_picture()}
      </label>
    </div>
  );
}
