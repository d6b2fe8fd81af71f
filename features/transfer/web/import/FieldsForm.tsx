import { useEffect, useEffectEvent, useRef } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { OneCollectionChoice } from '#features/collections/web/collections.public.ts';
import type { RestaurantChanges } from '#features/restaurants/restaurants.contract.ts';
import { StatusSourceAndTags } from '#features/restaurants/web/restaurants.public.ts';
import type { ImportFields } from '#features/transfer/imports.contract.ts';

/** Time in milliseconds between the last key press in the memo and the report of the change. */
const PAUSE_MS = 600;

/**
 * Form for the status, source, tags and collection of imported places.
 * @param onChange called with the changed fields and with all fields. A change of the memo is reported after a pause,
 * or when the memo loses the focus
 */
export function FieldsForm({
  values,
  onChange,
}: {
  values: ImportFields;
  onChange: (changed: Partial<ImportFields>, all: ImportFields) => void;
}) {
  const form = useForm<RestaurantChanges & Pick<ImportFields, 'collectionId'>>({ defaultValues: values });
  const timer = useRef(0);
  const changed = useRef(new Set<string>());
  const report = () => {
    window.clearTimeout(timer.current);
    timer.current = 0;
    const all = form.getValues() as ImportFields;
    const entries = Object.entries(all).filter(([field]) => changed.current.has(field));
    changed.current.clear();
    onChange(Object.fromEntries(entries), all);
  };
  const onValues = useEffectEvent((name = '') => {
    changed.current.add(name);
    window.clearTimeout(timer.current);
    if (name === 'sourceMemo') timer.current = window.setTimeout(report, PAUSE_MS);
    else report();
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => onValues(name) }),
    [subscribe],
  );
  return (
    <FormProvider {...form}>
      {/* A press on the save button moves the focus out of the memo, so the memo is reported before the save. */}
      <div onBlur={() => timer.current !== 0 && report()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StatusSourceAndTags />
        <Controller
          control={form.control}
          name="collectionId"
          render={({ field: { value = '', onChange: choose } }) => (
            <OneCollectionChoice chosen={value} onChange={choose} />
          )}
        />
      </div>
    </FormProvider>
  );
}
