import { FileUp } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { m } from '#messages';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import { listNameOf } from '#features/official-lists/web/official-lists-admin.public.ts';
import { buttonClasses } from '#web/ui/Button.tsx';
import { useUploadRegister } from './place-data.queries.ts';

/** Uploads a file of the register, for a server that cannot download it, or a file of an official list. */
export function UploadRegister({ list }: { list?: OfficialList }) {
  const id = useId();
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const { mutate: upload, isPending } = useUploadRegister({ list, onProgress: setShare });
  useEffect(() => () => stop.current?.abort(), []);
  const choose = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    if (file && !isPending) {
      stop.current = new AbortController();
      setShare(0);
      upload({ file, signal: stop.current.signal });
    }
    input.value = '';
  };
  return (
    <div className="grid gap-2">
      {!list && <p className="type-sub text-ink-2">{m.place_data_upload_text()}</p>}
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        className="peer sr-only"
        disabled={isPending}
        onChange={choose}
      />
      <label
        htmlFor={id}
        className={buttonClasses({
          look: 'secondary',
          size: 'small',
          className: isPending
            ? 'hidden'
            : 'cursor-pointer justify-self-start peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
        })}
      >
        <FileUp aria-hidden="true" />
        {list ? m.official_upload() : m.place_data_upload()}
        {list && <span className="sr-only"> {listNameOf(list)}</span>}
      </label>
      {isPending && (
        <>
          <p role="status" className="type-sub numbers">
            {m.place_data_uploading({ percent: Math.floor(share * 100) })}
          </p>
          <progress className="w-full" aria-label={m.place_data_upload()} max={1} value={share} />
        </>
      )}
    </div>
  );
}
