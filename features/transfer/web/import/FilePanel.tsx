import { Upload } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useId, useState } from 'react';
import { m } from '#messages';
import type { FileProblemCode } from '#features/transfer/files/file-place.ts';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { Button, buttonClasses } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { ExtraColumns } from './ExtraColumns.tsx';
import { handOverFocus } from './hand-over-focus.ts';
import { NameColumns } from './NameColumns.tsx';
import type { FileReading } from './use-read-files.ts';

/** Files that cannot be read can be picked too, so that the screen says what to do instead. */
const ACCEPTED = '.csv,.tsv,.txt,.json,.geojson,.kml,.kmz,.gpx,.zip,.xlsx,.xls,.ods,.numbers,.html,.htm';

/** The field in which the member picks or drops files, or a form that asks about the columns of a table. */
export function FilePanel({ files, isSending }: { files: FileReading; isSending: boolean }) {
  const { reading } = files;
  const [table] = reading.state === 'read' ? reading.result.unknownTables : [];
  if (table) {
    return (
      <NameColumns
        key={table.table.key}
        file={table.file}
        table={table.table}
        onName={(mapping) => files.nameColumns(table.table.key, mapping)}
        onSkip={files.skipTables}
      />
    );
  }
  const extraColumns = reading.state === 'read' ? reading.result.extraColumns : [];
  if (extraColumns.length > 0) return <ExtraColumns columns={extraColumns} onChoose={files.chooseExtras} />;
  return <Drop files={files} isSending={isSending} />;
}

/** Files that could not be read completely. */
export function FileFaults({ files: { reading } }: { files: FileReading }) {
  if (reading.state === 'failed') return <Faults lines={[m.transfer_files_failed()]} />;
  if (reading.state !== 'read') return null;
  const { problems, isTruncated } = reading.result;
  return (
    <Faults
      lines={[
        ...problems.map(({ file, code }) => m.transfer_file_problem({ file, problem: PROBLEMS[code]() })),
        ...(isTruncated ? [m.transfer_files_truncated({ maximum: numberOf(IMPORT_ROWS_MAXIMUM) })] : []),
      ]}
    />
  );
}

const PROBLEMS: Record<FileProblemCode, () => string> = {
  not_readable: m.transfer_problem_not_readable,
  too_large: m.transfer_problem_too_large,
  unknown_format: m.transfer_problem_unknown_format,
  spreadsheet: m.transfer_problem_spreadsheet,
  web_page: m.transfer_problem_web_page,
  unreadable_text: m.transfer_problem_unreadable_text,
  damaged: m.transfer_problem_damaged,
  damaged_zip: m.transfer_problem_damaged_zip,
  inflates_too_much: m.transfer_problem_inflates_too_much,
  too_many_columns: m.transfer_problem_too_many_columns,
  no_places: m.transfer_problem_no_places,
};

function Drop({ files: { reading, read, stop }, isSending }: { files: FileReading; isSending: boolean }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const isReading = reading.state === 'reading' || isSending;
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    if (picked.length > 0) read(picked);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (dropped.length > 0 && !isReading) read(dropped);
  };
  return (
    // Files can also be picked with the button inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 rounded-card border-2 border-dashed bg-surface px-4 py-6 text-center',
        isOver ? 'border-brand' : 'border-line-strong',
      )}
    >
      <Upload className="size-7 text-ink-2" aria-hidden="true" />
      {isReading ? (
        <div key="reading" ref={handOverFocus} className="grid justify-items-center gap-2">
          <p role="status" className="type-sub font-bold">
            {reading.state === 'reading'
              ? m.transfer_files_reading({ count: numberOf(reading.places) })
              : m.transfer_files_sending()}
          </p>
          {reading.state === 'reading' && (
            <Button look="secondary" size="small" onClick={stop}>
              {m.kit_cancel()}
            </Button>
          )}
        </div>
      ) : (
        <div key="picking" ref={handOverFocus} className="grid justify-items-center gap-2">
          <input id={id} type="file" multiple accept={ACCEPTED} className="peer sr-only" onChange={pick} />
          <label
            htmlFor={id}
            className={buttonClasses({
              look: 'primary',
              size: 'regular',
              className: 'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-focus',
            })}
          >
            {m.transfer_files_pick()}
          </label>
          <p className="type-caption text-ink-2 max-lg:hidden">{m.transfer_files_drop()}</p>
        </div>
      )}
      <p className="type-caption text-ink-2">{m.transfer_files_private()}</p>
    </div>
  );
}

function Faults({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul
      role="alert"
      className="type-sub grid grid-cols-[minmax(0,1fr)] gap-1 rounded-field bg-danger-tint px-4 py-3 text-danger"
    >
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}
