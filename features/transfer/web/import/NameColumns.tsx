import { useState } from 'react';
import { m } from '#messages';
import type { Field as PlaceField } from '#features/transfer/files/column-names.ts';
import type { ColumnMapping, UnknownTable } from '#features/transfer/files/read-table.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { handOverFocus } from './hand-over-focus.ts';

const ASKED = ['name', 'address', 'lat', 'lng', 'phoneNumber', 'link', 'note', 'tags'] as const;
type Asked = (typeof ASKED)[number] & PlaceField;

const LABELS: Record<Asked, () => string> = {
  name: m.transfer_column_name,
  address: m.transfer_column_address,
  lat: m.transfer_column_lat,
  lng: m.transfer_column_lng,
  phoneNumber: m.transfer_column_phone,
  link: m.transfer_column_link,
  note: m.transfer_column_note,
  tags: m.transfer_column_tags,
};

/** Asks which field each column contains, for a table whose header is unknown. */
export function NameColumns({
  file,
  table: { header, sample, guess },
  onName,
  onSkip,
}: {
  file: string;
  table: UnknownTable;
  onName: (mapping: ColumnMapping) => void;
  onSkip: () => void;
}) {
  const [mapping, setMapping] = useState<ColumnMapping>(guess);
  const [isMissing, setMissing] = useState(false);
  const options = [
    { value: '', label: m.transfer_column_unused() },
    ...header.map((name, at) => ({
      value: String(at),
      label: [name || m.transfer_column_number({ number: at + 1 }), sample[0]?.[at]]
        .filter(Boolean)
        .join(' · ')
        .slice(0, 60),
    })),
  ];
  return (
    <form
      ref={handOverFocus}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-4 shadow-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (mapping.name === undefined) setMissing(true);
        else onName(mapping);
      }}
    >
      <div>
        <h2 className="type-h2">{m.transfer_columns_title()}</h2>
        <p className="type-sub break-words text-ink-2">{m.transfer_columns_text({ file })}</p>
      </div>
      {/* A wide table scrolls within its frame, also by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={m.transfer_columns_sample()} tabIndex={0} className="overflow-x-auto">
        <table className="type-caption w-max border-collapse">
          <thead>
            <tr>
              {header.map((name, at) => (
                // The index is the key, because the columns of a file have no other identity.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={at} scope="col" className="border-b border-line px-2 py-1 text-left font-bold">
                  {name || m.transfer_column_number({ number: at + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((row, rowAt) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={rowAt}>
                {row.map((cell, at) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={at} className="max-w-48 truncate border-b border-line px-2 py-1">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        {ASKED.map((field) => (
          <Field
            key={field}
            label={LABELS[field]()}
            {...(field === 'name' && isMissing && { hint: m.transfer_column_name_missing() })}
          >
            <NativeSelect
              options={options}
              value={mapping[field] === undefined ? '' : String(mapping[field])}
              onChange={({ currentTarget: { value } }) => {
                const { [field]: _, ...others } = mapping;
                setMapping(value === '' ? others : { ...others, [field]: Number(value) });
              }}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{m.transfer_columns_use()}</Button>
        <Button look="secondary" onClick={onSkip}>
          {m.transfer_columns_skip()}
        </Button>
      </div>
    </form>
  );
}
