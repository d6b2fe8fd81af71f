import { FileUp } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { m } from '#messages';
import type { ImportedRow } from '#features/catalogue/provided-admin.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { fieldMessageOf } from '#web/field-messages.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { useImport } from './provided-admin.queries.ts';
import { textOfFile } from './text-of-file.ts';

/** Imports a file of places: first a preview with the errors of each row, then the import. */
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
    // Allows choosing the same file again after it was corrected.
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
          className="font-mono text-[.8125rem]"
          placeholder={m.admin_csv_placeholder()}
          value={csv}
          onChange={(event) => take(event.currentTarget.value)}
        />
      </Field>
      {!data && (
        <Button className="justify-self-start" isBusy={isPending} onClick={() => preview(csv)}>
          {m.admin_csv_preview()}
        </Button>
      )}
      <Alert>{error && messageOf(error)}</Alert>
      <p role="status" className="sr-only">
        {data && (isDone ? m.admin_csv_done() : m.admin_csv_would())}
      </p>
      {data && (
        <Outcome key={String(isDone)} {...data} isDone={isDone}>
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
        </Outcome>
      )}
    </div>
  );
}

const OUTCOMES: Record<
  ImportedRow['outcome'],
  { name: () => string; kind: 'done' | 'prov' | 'plain' | 'danger' }
> = {
  refused: { name: m.admin_row_refused, kind: 'danger' },
  added: { name: m.admin_row_added, kind: 'done' },
  updated: { name: m.admin_row_updated, kind: 'prov' },
  unchanged: { name: m.admin_row_unchanged, kind: 'plain' },
};
/** Labels of the columns of a file. */
const COLUMNS: Readonly<Record<string, () => string>> = {
  place_id: m.admin_column_place_id,
  name: m.admin_field_name,
  address: m.admin_field_address,
  lat: m.admin_column_latitude,
  lng: m.admin_column_longitude,
  phone: m.admin_field_phone,
  category: m.admin_field_category,
  memo: m.admin_field_memo,
  tags: m.admin_field_tags,
  source: m.admin_sources,
  source_kind: m.admin_field_kind,
  episode: m.admin_field_episodes,
  date: m.admin_column_date,
  link: m.admin_field_link,
};

type RowOutcome = keyof typeof OUTCOMES;

/** Limits the preview, because thousands of rows would make the page slow. */
const ROWS_PER_PAGE = 100;

function Outcome({
  rows,
  places,
  newSources,
  isDone,
  children,
}: {
  rows: ImportedRow[];
  places: number;
  newSources: string[];
  isDone: boolean;
  children: ReactNode;
}) {
  const [only, setOnly] = useState<RowOutcome | null>(null);
  const [shown, setShown] = useState(ROWS_PER_PAGE);
  const wanted = only === null ? rows : rows.filter(({ outcome }) => outcome === only);
  return (
    <section aria-labelledby="rows" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="rows" className="type-h3">
        {isDone ? m.admin_csv_done() : m.admin_csv_would()}
      </h3>
      {places > 0 && (
        <p className="type-body">
          {(isDone ? m.admin_csv_summary_done : m.admin_csv_summary_would)({
            rows: numberOf(rows.length),
            places: numberOf(places),
          })}
        </p>
      )}
      <div role="group" aria-label={m.admin_csv_rows()} className="flex flex-wrap gap-2">
        {(Object.keys(OUTCOMES) as RowOutcome[]).map((outcome) => (
          <Chip
            key={outcome}
            isSelected={only === outcome}
            onClick={() => setOnly(only === outcome ? null : outcome)}
          >
            {OUTCOMES[outcome].name()}
            <span className="numbers">
              {m.admin_csv_row_count({ count: numberOf(countOf(rows, outcome)) })}
            </span>
          </Chip>
        ))}
      </div>
      {newSources.length > 0 && (
        <p className="type-sub text-ink-2">{m.admin_csv_new_sources({ titles: newSources.join(', ') })}</p>
      )}
      {wanted.length > 0 && (
        <ol className="divide-y divide-line rounded-card bg-surface px-4 shadow-1">
          {wanted.slice(0, shown).map(({ line, name, outcome, errors }) => (
            <li key={line} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2.5">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="type-caption numbers min-w-14 flex-none text-ink-3">
                  {m.admin_csv_line({ line })}
                </span>
                <b className="type-body min-w-0 font-semibold">{name || m.admin_nothing()}</b>
                <Pill kind={OUTCOMES[outcome].kind}>{OUTCOMES[outcome].name()}</Pill>
              </div>
              {errors.map(({ column, code, params }) => (
                <p key={`${column} ${code}`} className="type-sub text-danger">
                  {COLUMNS[column]?.() ?? column}: {fieldMessageOf({ code, params })}
                </p>
              ))}
            </li>
          ))}
        </ol>
      )}
      {shown < wanted.length && (
        <Button look="secondary" onClick={() => setShown(shown + ROWS_PER_PAGE)}>
          {m.admin_more()}
        </Button>
      )}
      {children}
    </section>
  );
}

const countOf = (rows: readonly ImportedRow[], wanted: RowOutcome): number =>
  rows.filter(({ outcome }) => outcome === wanted).length;
