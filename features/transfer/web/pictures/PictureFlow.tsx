import { useEffect, useRef, useState } from 'react';
import { v4, v7 } from 'uuid';
import { m } from '#messages';
import { preparePhoto, sendPhoto } from '#features/photos/web/photos.public.tsx';
import { numberOf } from '#web/number-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { PICTURES_MAXIMUM } from '#web/documents/shared-pictures-limit.ts';
import { showToast } from '#web/ui/Toast.tsx';
import type { DraftRow } from '../paste-draft.ts';
import { type PictureChoice, PictureCard } from './PictureCard.tsx';
import type { ChosenPicture } from './pictures.queries.ts';
import { closeRecognition } from './recognition.ts';
import { usePictureFiles } from './use-picture-files.ts';

type ChosenRow = Omit<DraftRow, 'id'>;
const NO_CHOICES: readonly PictureChoice[] = [];

/** The places in pictures. The member chooses each place; nothing is chosen automatically. */
export function PictureFlow({
  files,
  canKeep,
  onLeave,
  onChosen,
}: {
  files: readonly File[];
  /** Whether a single picture can be saved as a photo of its place. */
  canKeep: boolean;
  /** Called when no picture is left. */
  onLeave: () => void;
  onChosen: (rows: ChosenRow[]) => void;
}) {
  const [pictures, setPictures] = useState(() => withIds(files).slice(0, PICTURES_MAXIMUM));
  const [choices, setChoices] = useState<Readonly<Record<string, readonly PictureChoice[]>>>({});
  const [isKept, setKept] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useRef(new AbortController());
  useEffect(() => noteIfTooMany(files.length), [files]);
  usePictureFiles((more) => {
    noteIfTooMany(pictures.length + more.length);
    setPictures([...pictures, ...withIds(more)].slice(0, PICTURES_MAXIMUM));
  });
  useEffect(() => {
    const { current } = upload;
    return () => {
      current.abort();
      closeRecognition();
    };
  }, []);

  const chosen = pictures.flatMap(({ id }) => choices[id] ?? []);
  const [only] = pictures.length === 1 ? pictures : [];
  const isKeepOffered = canKeep && only !== undefined && chosen.length <= 1;

  const proceed = async () => {
    if (chosen.length === 0) return setProblem(m.transfer_picture_choose_first());
    if (!isKeepOffered || !isKept) return onChosen(chosen.map(rowOf));
    setSending(true);
    setProblem(null);
    try {
      const photoId = await uploaded(only.file, upload.current.signal);
      onChosen(chosen.map((choice) => ({ ...rowOf(choice), photoId })));
    } catch {
      setSending(false);
      setProblem(m.transfer_picture_keep_failed());
    }
  };

  const severalText =
    chosen.length === 0
      ? m.transfer_save_none()
      : m.transfer_picture_continue_several({ count: numberOf(chosen.length) });

  return (
    <section className="mx-auto grid w-full max-w-[960px] grid-cols-[minmax(0,1fr)] gap-4 lg:pt-4">
      <div className="grid gap-1">
        <h2 className="type-h1">
          {only
            ? m.transfer_picture_title()
            : m.transfer_picture_title_several({ count: numberOf(pictures.length) })}
        </h2>
        <p className="type-sub text-ink-2">{m.transfer_picture_private()}</p>
      </div>
      <ol role="list" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {pictures.map((picture, at) => (
          <PictureCard
            key={picture.id}
            picture={picture}
            number={at + 1}
            isOnly={only !== undefined}
            choices={choices[picture.id] ?? NO_CHOICES}
            onChoose={(itsChoices) => {
              setProblem(null);
              setChoices({ ...choices, [picture.id]: itsChoices });
            }}
            onRemove={() => {
              if (only) onLeave();
              else setPictures(pictures.filter(({ id }) => id !== picture.id));
            }}
          />
        ))}
      </ol>
      {isKeepOffered && <KeepPicture isKept={isKept} onChange={setKept} />}
      <Alert>{problem}</Alert>
      <StickyActions>
        <Button className="w-full" isBusy={isSending} onClick={() => void proceed()}>
          {only && chosen.length <= 1 ? m.transfer_picture_continue() : severalText}
        </Button>
      </StickyActions>
    </section>
  );
}

/** Asks whether the picture is saved as a photo of its place. */
function KeepPicture({ isKept, onChange }: { isKept: boolean; onChange: (isKept: boolean) => void }) {
  return (
    <div className="rounded-card bg-surface px-4 py-2 shadow-1">
      <Checkbox
        label={
          <>
            <b className="block">{m.transfer_picture_keep()}</b>
            <span className="type-caption text-ink-2">{m.transfer_picture_keep_text()}</span>
          </>
        }
        checked={isKept}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}

function noteIfTooMany(count: number): void {
  if (PICTURES_MAXIMUM < count)
    showToast(m.transfer_picture_too_many({ maximum: numberOf(PICTURES_MAXIMUM) }), { kind: 'note' });
}

const withIds = (files: readonly File[]): ChosenPicture[] => files.map((file) => ({ id: v7(), file }));

function rowOf(choice: PictureChoice): ChosenRow {
  const { name, address } = choice.from === 'maps' ? choice.suggestion : choice;
  const phoneNumber = choice.from === 'hand' ? choice.phoneNumber : '';
  return {
    place: { name, address, phoneNumber, link: '' },
    choice: choice.from === 'maps' ? choice : { from: 'hand' },
  };
}

async function uploaded(file: File, signal: AbortSignal): Promise<string> {
  const blob = await preparePhoto(file);
  const photo = await sendPhoto({
    blob,
    purpose: 'review',
    idempotencyKey: v4(),
    signal,
    onProgress: () => {},
  });
  return photo.id;
}
