import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Lock } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#messages';
import { DAY_MS, localZone } from '#common/dates.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { type ListShare, NewListShare } from '#features/sharing/sharing.contract.ts';
import { SHARE_NOTE_MAXIMUM } from '#features/sharing/sharing.limits.ts';
import { dateOf } from '#web/date-of.ts';
import type { ApiProblem } from '#web/api.ts';
import { errorCodesOf, contractResolver, showServerErrors } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { ACTIONS_ROW_CLASSES, StickyActions } from '#web/ui/StickyActions.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useChangeShare, useCreateShare } from '../sharing.queries.ts';
import { BLANK_SELECTIONS, SelectionFields } from './SelectionFields.tsx';
import { SharePreview } from './SharePreview.tsx';
import { ownerLabel } from '#features/sharing/owner-label.ts';

export function ShareForm({
  share,
  ownerName,
  onDone,
}: {
  share: ListShare | null;
  ownerName: string | null;
  /** @param created the new link; absent after a change or a cancellation */
  onDone: (created?: ListShare) => void;
}) {
  const { data: list } = useQuery(myListQuery);
  const restaurants = list?.restaurants ?? [];
  const create = useCreateShare();
  const change = useChangeShare();
  const isBusy = create.isPending || change.isPending;
  const [isOpen, setOpen] = useState(share !== null);
  const form = useForm({
    resolver: contractResolver(NewListShare),
    defaultValues: share ?? {
      title: m.sharing_default_title({ owner: ownerLabel(ownerName) }),
      note: '',
      selection: BLANK_SELECTIONS.picked,
      // By default, no ratings, texts or photos are shared.
      shows: { ratings: false, reviews: false, memos: false, photos: false },
      expiresAt: null,
    },
  });
  const { errors, isDirty } = form.formState;
  const values = useWatch({ control: form.control, compute: (all) => all });
  const handEntered = restaurants.filter(({ isManual }) => isManual).length;

  const onError = (problem: ApiProblem) => void showServerErrors({ problem, form });
  const leave = (created?: ListShare) => {
    form.reset(form.getValues());
    onDone(created);
  };
  const submit = form.handleSubmit(
    (wanted) =>
      share
        ? change.mutate({ shareId: share.id, changes: wanted }, { onSuccess: () => leave(), onError })
        : create.mutate(wanted, { onSuccess: leave, onError }),
    ({ note, expiresAt }) => (note || expiresAt) && setOpen(true),
  );

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <UnsavedChangesGuard isUnsaved={() => isDirty && !isBusy} />
      <h2 className="type-h2">{share ? m.sharing_edit_title() : m.sharing_make()}</h2>
      <Controller
        control={form.control}
        name="selection"
        render={({ field }) => (
          <SelectionFields
            value={field.value}
            onChange={field.onChange}
            restaurants={restaurants}
            collectionName={share?.collectionName ?? null}
            error={errorCodesOf(selectionError(errors.selection))}
          />
        )}
      />
      <Field label={m.sharing_title_label()} error={errorCodesOf(errors.title)}>
        <TextInput {...form.register('title')} autoComplete="off" />
      </Field>
      <Settings form={form} share={share} isOpen={isOpen} onToggle={setOpen} />
      <p className="type-sub flex items-start gap-2 rounded-field bg-sunken p-3.5">
        <Lock className="mt-0.5 size-4 flex-none" aria-hidden="true" />
        <span>
          {m.sharing_who_can_see()}
          {handEntered > 0 && ` ${m.sharing_hand_entered_left_out({ count: handEntered })}`}
        </span>
      </p>
      <SharePreview
        share={{
          ...values,
          note: values.note ?? '',
          shows: { ...values.shows, photos: values.shows.photos ?? false },
        }}
        restaurants={restaurants}
        ownerName={ownerName}
      />
      <StickyActions>
        <div className={ACTIONS_ROW_CLASSES}>
          <Button look="secondary" onClick={() => onDone()}>
            {m.sharing_cancel()}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {share ? m.sharing_save() : m.sharing_make()}
          </Button>
        </div>
      </StickyActions>
    </form>
  );
}

/** What the link shows, the note and the expiry. */
function Settings({
  form,
  share,
  isOpen,
  onToggle,
}: {
  form: UseFormReturn<z.input<typeof NewListShare>, unknown, NewListShare>;
  share: ListShare | null;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}) {
  const { errors } = form.formState;
  const [now] = useState(Date.now);
  return (
    <details
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="group rounded-card bg-surface px-4 shadow-1"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-2 font-bold [&::-webkit-details-marker]:hidden">
        {m.sharing_settings()}
        <ChevronDown
          className="size-5 flex-none transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-1 pb-5">
        <FieldGroup legend={m.sharing_shows_legend()} hint={m.sharing_shows_hint()}>
          <Checkbox label={m.sharing_shows_ratings()} {...form.register('shows.ratings')} />
          <Checkbox label={m.sharing_shows_reviews()} {...form.register('shows.reviews')} />
          <Checkbox label={m.sharing_shows_memos()} {...form.register('shows.memos')} />
          <Checkbox label={m.sharing_shows_photos()} {...form.register('shows.photos')} />
        </FieldGroup>
        <Field label={m.sharing_note_label()} hint={m.sharing_note_hint()} error={errorCodesOf(errors.note)}>
          <TextArea
            {...form.register('note')}
            defaultValue={share?.note}
            maximum={SHARE_NOTE_MAXIMUM}
            rows={2}
          />
        </Field>
        <Controller
          control={form.control}
          name="expiresAt"
          render={({ field }) => (
            <Field label={m.sharing_expiry_label()} error={errorCodesOf(errors.expiresAt)}>
              <NativeSelect
                value={String(field.value ?? '')}
                onChange={(event) =>
                  field.onChange(event.target.value === '' ? null : Number(event.target.value))
                }
                options={expiryOptions({ now, current: share?.expiresAt ?? null })}
              />
            </Field>
          )}
        />
      </div>
    </details>
  );
}

/** Returns one error of the selection, because the form shows a single message for the whole selection. */
function selectionError(error: unknown): { type?: unknown } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('type' in error && typeof error.type === 'string') return error;
  return Object.values(error)[0] as { type?: unknown } | undefined;
}

function expiryOptions({ now, current }: { now: number; current: number | null }) {
  const inDays = (days: number) => now + days * DAY_MS;
  const options = [
    { value: '', label: m.sharing_expiry_never() },
    { value: String(inDays(7)), label: m.sharing_expiry_days({ days: 7 }) },
    { value: String(inDays(30)), label: m.sharing_expiry_days({ days: 30 }) },
    { value: String(inDays(90)), label: m.sharing_expiry_days({ days: 90 }) },
  ];
  if (current === null) return options;
  return [
    { value: String(current), label: m.sharing_expiry_on({ date: dateOf(current, { zone: localZone() }) }) },
    ...options,
  ];
}
