import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { countOf, ImportOutcome } from './ImportOutcome.tsx';
import { useImport } from './provided-admin.queries.ts';
import { textOfFile } from './text-of-file.ts';

/** The section for the import of a file. Before the import, it shows a preview with the errors of each row. */
export function ImportSection() {
  const [csv, setCsv] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const { mutate, data, variables, isPending, error, reset } = useImport();
  const isDone = data !== undefined && variables?.body.isPreview === false;

  const take = (text: string) => {
    setCsv(text);
    reset();
  };
  const preview = (text: string) => {
    if (text.trim() === '') return showToast(m.admin_csv_missing(), { kind: 'alert' });
    mutate({ csv: text, isPreview: true });
  };
  const onFile = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const text = await textOfFile(chosen);
    // An empty value allows the admin to choose the same file again after correcting it.
    input.value = '';
    if (text === null) return showToast(m.admin_csv_encoding(), { kind: 'alert' });
    take(text);
    preview(text);
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="type-sub text-ink-2">{m.admin_csv_text()}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="secondary" onClick={() => file.current?.click()}>
          <FileUp aria-hidden="true" />
          {m.admin_csv_choose()}
        </Button>
        <LinkButton size="small" look="secondary" to={paths.admin} params={{ section: 'provided' }}>
          {m.admin_to_provided()}
        </LinkButton>
      </div>
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label={m.admin_csv_choose()}
        onChange={(event) => void onFile(event)}
      />
      <Field label={m.admin_csv_paste()}>
        <TextArea
          rows={6}
          spellCheck={false}
          className="font-mono"
          placeholder={m.admin_csv_placeholder()}
          value={csv}
          onChange={(event) => take(event.currentTarget.value)}
        />
      </Field>
      {!data && (
        <Button
          className="w-full lg:w-auto lg:justify-self-start"
          isBusy={isPending}
          onClick={() => preview(csv)}
        >
          {m.admin_csv_preview()}
        </Button>
      )}
      <Alert>{error && messageOf(error)}</Alert>
      <p role="status" className="sr-only">
        {data && (isDone ? m.admin_csv_done() : m.admin_csv_would())}
      </p>
      {data && (
        <ImportOutcome key={String(isDone)} {...data} isDone={isDone}>
          {!isDone &&
            (data.places > 0 ? (
              <Button isBusy={isPending} onClick={() => mutate({ csv, isPreview: false })}>
                {m.admin_csv_take({ count: numberOf(data.places) })}
              </Button>
            ) : (
              <p className="type-body text-ink-2">
                {countOf(data.rows, 'refused') > 0 ? m.admin_csv_nothing() : m.admin_csv_same()}
              </p>
            ))}
        </ImportOutcome>
      )}
    </div>
  );
}
