import { useState } from 'react';
import { m } from '#messages';
import { TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import type { ImportFields, ImportRow, PlaceImport, RowChange } from '#features/transfer/imports.contract.ts';
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
  /** The rows that the filter shows; null if it shows all rows. */
  shown: readonly ImportRow[] | null;
  onChangeRows: (changes: RowChange[]) => void;
}) {
  const { changeFields } = useImportActions(imported.id);
  const [changed, setChanged] = useState<Partial<ImportFields>>({});
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
        onChange={(part, all) =>
          shown === null ? changeFields.mutate(all) : setChanged({ ...changed, ...part })
        }
      />
      {shown !== null && Object.keys(changed).length > 0 && (
        <Button
          look="soft"
          size="small"
          className="justify-self-start"
          onClick={() => {
            onChangeRows(shown.map((row) => changeOf(row, changed)));
            showToast(m.transfer_fields_applied({ count: numberOf(shown.length) }));
          }}
        >
          {m.transfer_fields_apply({ count: numberOf(shown.length) })}
        </Button>
      )}
    </section>
  );
}

/**
 * Returns the change of one row. Tags are added to the tags of the row. Fields that the member did not change keep the
 * values of the row.
 */
const changeOf = ({ position, fields }: ImportRow, changed: Partial<ImportFields>): RowChange => ({
  position,
  fields: {
    ...changed,
    ...(changed.customTags && {
      customTags: [...new Set([...fields.customTags, ...changed.customTags])].slice(0, TAGS_MAXIMUM),
    }),
  },
});
