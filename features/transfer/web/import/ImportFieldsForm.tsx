import { useEffect, useEffectEvent, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import type { RestaurantChanges } from '#features/restaurants/restaurants.contract.ts';
import { StatusSourceAndTags } from '#features/restaurants/web/restaurants.public.ts';
import type { ImportFields, PlaceImport, RowChange } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { useImportActions } from './imports.queries.ts';

/** Milliseconds without a key before the memo is sent. */
const PAUSE_MS = 600;

/** Status, source and tags of all rows, or of those that the filter shows. */
export function ImportFieldsForm({
  imported,
  shown,
  onChangeRows,
}: {
  imported: PlaceImport;
  /** Positions of the rows that the filter shows; null: all. */
  shown: readonly number[] | null;
  onChangeRows: (changes: RowChange[]) => void;
}) {
  const { changeFields } = useImportActions(imported.id);
  const form = useForm<RestaurantChanges>({ defaultValues: imported.fields });
  const timer = useRef(0);
  const send = () => {
    window.clearTimeout(timer.current);
    timer.current = 0;
    changeFields.mutate(form.getValues() as ImportFields);
  };
  const onValues = useEffectEvent((name: string | undefined) => {
    if (shown !== null) return;
    window.clearTimeout(timer.current);
    if (name === 'sourceMemo') timer.current = window.setTimeout(send, PAUSE_MS);
    else send();
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => onValues(name) }),
    [subscribe],
  );
  const applyToShown = (positions: readonly number[]) => {
    const { status = '방문 예정', customTags = [], sourceKind = null, sourceMemo = '' } = form.getValues();
    onChangeRows(
      positions.map((position) => ({ position, fields: { status, customTags, sourceKind, sourceMemo } })),
    );
    showToast(m.transfer_fields_applied({ count: positions.length }));
  };
  return (
    <FormProvider {...form}>
      {/* Leaving a field sends it before a press on the button that saves. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        aria-labelledby="import-fields"
        onBlur={() => timer.current !== 0 && send()}
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
        <StatusSourceAndTags />
        {shown !== null && (
          <Button look="soft" size="small" className="justify-self-start" onClick={() => applyToShown(shown)}>
            {m.transfer_fields_apply({ count: numberOf(shown.length) })}
          </Button>
        )}
      </section>
    </FormProvider>
  );
}
