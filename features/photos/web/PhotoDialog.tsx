import { useMutation } from '@tanstack/react-query';
import { m } from '#messages';
import { describePhoto, type Photo, PHOTO_ALT_MAXIMUM } from '#features/photos/photos.contract.ts';
import { call } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { PhotoImage } from './PhotoImage.tsx';

export function PhotoDialog({
  photo,
  onClose,
  onDescribed,
}: {
  /** The photo to describe; undefined if the dialog is closed. */
  photo: Photo | undefined;
  onClose: () => void;
  onDescribed: (photo: Photo) => void;
}) {
  const describe = useMutation({
    mutationFn: ({ id, alt }: { id: string; alt: string }) =>
      call(describePhoto, { params: { photoId: id }, body: { alt } }),
    onSuccess: (described) => {
      onDescribed(described);
      onClose();
    },
    onError: (error) => showToast(messageOf(error), { kind: 'alert' }),
  });
  return (
    <Dialog isOpen={photo !== undefined} onClose={onClose} title={m.photos_describe_title()}>
      {photo && (
        <form
          className="mt-4 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            // React events bubble from the dialog to the form of the entry. This form must not be submitted.
            event.stopPropagation();
            const alt = new FormData(event.currentTarget).get('alt');
            if (typeof alt === 'string') describe.mutate({ id: photo.id, alt });
          }}
        >
          <div className="aspect-[4/3] overflow-hidden rounded-field bg-sunken">
            <PhotoImage photo={photo} sizes="360px" fit="contain" />
          </div>
          <Field label={m.photos_alt_label()} hint={m.photos_alt_hint()}>
            <TextInput
              name="alt"
              defaultValue={photo.alt}
              maxLength={PHOTO_ALT_MAXIMUM}
              placeholder={m.photos_alt_placeholder()}
              autoComplete="off"
            />
          </Field>
          <Button type="submit" isBusy={describe.isPending}>
            {m.photos_alt_save()}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
