import { useRef } from 'react';
import { m } from '#messages';
import type { PlaceImport, RowChange } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { FieldsForm } from './FieldsForm.tsx';
import { useImportActions } from './imports.queries.ts';

/** Status, source, tags and collection of all rows, or of the rows that the filter shows. */
export function ImportFieldsForm({
  imported,
  shown,
  onChangeRows,
}: {
  imported: PlaceImport;
  /** Positions of the rows that the filter shows; null if it shows all rows. */
  shown: readonly number[] | null;
  onChangeRows: (changes: RowChange[]) => void;
}) {
  const { changeFields } = useImportActions(imported.id);
  const fields = useRef(imported.fields);
  return (
    <section
      aria-labelledby="import-fields"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-4 shadow-1"
    >
      <div>
        <h2 id="import-fields" className="type-h3 scroll-mt-20">
          {m.transfer_fields()}
        </h2>
        <p className="type-caption text-ink-2">
          {shown === null ? m.transfer_import_fields_text() : m.transfer_import_fields_shown()}
        </p>
      </div>
      <FieldsForm
        values={imported.fields}
        onChange={(_, all) => {
          fields.current = all;
          if (shown === null) changeFields.mutate(all);
        }}
      />
      {shown !== null && (
        <Button
          look="soft"
          size="small"
          className="justify-self-start"
          onClick={() => {
            onChangeRows(shown.map((position) => ({ position, fields: fields.current })));
            showToast(m.transfer_fields_applied({ count: shown.length }));
          }}
        >
          {m.transfer_fields_apply({ count: numberOf(shown.length) })}
        </Button>
      )}
    </section>
  );
}
