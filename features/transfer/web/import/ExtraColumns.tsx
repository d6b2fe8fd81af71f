import { useState } from 'react';
import { m } from '#messages';
import { EXTRA_CHOICES, type ExtraChoice, proposedChoice } from '#features/transfer/extra-columns.ts';
import type { ExtraColumn } from '#features/transfer/files/read-files.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { handOverFocus } from './hand-over-focus.ts';

const LABELS: Record<ExtraChoice, () => string> = {
  note: m.transfer_extras_note,
  tag: m.transfer_extras_tag,
  drop: m.transfer_extras_drop,
};

/** Asks where the values of columns without a field go. */
export function ExtraColumns({
  columns,
  onChoose,
}: {
  columns: readonly ExtraColumn[];
  onChoose: (choices: Record<string, ExtraChoice>) => void;
}) {
  const [choices, setChoices] = useState<Record<string, ExtraChoice>>(() =>
    Object.fromEntries(columns.map((column) => [column.name, proposedChoice(column)])),
  );
  const options = EXTRA_CHOICES.map((value) => ({ value, label: LABELS[value]() }));
  return (
    <form
      ref={handOverFocus}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-4 text-left shadow-1"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(choices);
      }}
    >
      <div>
        <h2 className="type-h2">{m.transfer_extras_title()}</h2>
        <p className="type-sub text-pretty text-ink-2">{m.transfer_extras_text()}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        {columns.map(({ name, sample }) => (
          <Field
            key={name}
            label={name}
            hint={<span className="line-clamp-1 break-all">{m.transfer_extras_sample({ sample })}</span>}
          >
            <NativeSelect
              options={options}
              value={choices[name] ?? 'note'}
              onChange={({ currentTarget: { value } }) =>
                setChoices({ ...choices, [name]: value as ExtraChoice })
              }
            />
          </Field>
        ))}
      </div>
      <Button type="submit" className="justify-self-start">
        {m.transfer_extras_use()}
      </Button>
    </form>
  );
}
