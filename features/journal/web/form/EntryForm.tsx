import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { Controller, FormProvider, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';
import {
  COMPANIONS,
  JOURNAL_TEXT_MAXIMUM,
  JournalDraft,
  OCCASIONS,
  OTHER,
  PHOTO_LIMITS,
} from '#features/journal/journal.contract.ts';
import { PhotoPicker, usePhotoUploads } from '#features/photos/web/photos.public.tsx';
import { errorCodesOf, contractResolver } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { useOnline } from '#web/online.ts';
import { useMyPlaces } from '../use-my-places.ts';
import { AmountField } from './AmountField.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { draftKey, type EntryValues } from './entry-draft.ts';
import { RestaurantField } from './RestaurantField.tsx';
import { TagOptions } from './TagOptions.tsx';
import { useEntryDraft } from './use-entry-draft.ts';
import { useSaveEntry } from './use-save-entry.ts';
import { WhenFields } from './WhenFields.tsx';

/** The form of an entry. The draft of the form is stored in this browser until the entry is saved. */
export function EntryForm({
  me: { uid, accountTier: tier },
  entryId,
  startRestaurantId = null,
  saved,
  version = null,
}: {
  me: Pick<Me, 'uid' | 'accountTier'>;
  /** The id of the entry; null for a new entry. */
  entryId: string | null;
  /** The id of the place that is preselected in a new entry. */
  startRestaurantId?: string | null;
  /** The values that the form shows if there is no draft. */
  saved: EntryValues;
  /** The value of `updatedAt` of the entry in `saved`; null for a new entry. */
  version?: number | null;
}) {
  const key = draftKey({ uid, entryId, restaurantId: startRestaurantId });
  const draft = useEntryDraft({ key, saved, version });
  const form = useForm({
    resolver: contractResolver(JournalDraft),
    defaultValues: formValuesOf(draft.initialValues),
  });
  const { control, register, formState, subscribe } = form;
  const { errors } = formState;
  const [chosenId, journalText] = useWatch({ control, name: ['restaurantId', 'journalText'] });
  const restaurantId = chosenId ?? null;
  const place = useMyPlaces().get(restaurantId ?? '');
  const [marksVisited, setMarksVisited] = useState(true);
  const isToVisit = place?.status === TO_VISIT;
  const photos = usePhotoUploads({ purpose: 'journal', initial: draft.initialValues.photos, draftKey: key });
  const { submit, isSending, conflict, dropConflict, keepMine, keepTheirs } = useSaveEntry({
    form,
    draft,
    photos,
    entryId,
    visitedId: isToVisit && marksVisited ? place.id : null,
  });
  const isOnline = useOnline();
  const onChange = useEffectEvent(() =>
    draft.keepValues({ ...(form.getValues() as EntryValues), photos: [...photos.photos] }),
  );
  useEffect(() => subscribe({ formState: { values: true }, callback: () => onChange() }), [subscribe]);
  useEffect(() => onChange(), [photos.items]);

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-[22px] pt-2 sm:[--gutter:0px]"
        onSubmit={submit}
      >
        {draft.isRestored && (
          <RestoredDraft
            onDiscard={() => {
              draft.discardDraft();
              form.reset(formValuesOf(saved));
              photos.reset(saved.photos);
            }}
          />
        )}
        <div className="grid gap-2">
          <PlaceField form={form} />
          {isToVisit && (
            <Checkbox
              label={m.journal_mark_visited()}
              checked={marksVisited}
              onChange={(event) => setMarksVisited(event.currentTarget.checked)}
            />
          )}
        </div>
        <WhenFields />
        <Field label={m.journal_field_text()} error={errorCodesOf(errors.journalText)}>
          <TextArea
            {...register('journalText')}
            value={journalText ?? ''}
            rows={7}
            maximum={JOURNAL_TEXT_MAXIMUM}
            placeholder={m.journal_field_text_placeholder()}
          />
        </Field>
        <EntryPhotos photos={photos} tier={tier} />
        <AmountField />
        <TagsField form={form} name="tagsWith" label={m.journal_field_with()} options={COMPANIONS} />
        <TagsField form={form} name="tagsOccasion" label={m.journal_field_occasion()} options={OCCASIONS} />
        <StickyActions>
          <Button type="submit" isBusy={isSending} className="w-full">
            {isOnline ? m.journal_save() : m.journal_save_when_online()}
          </Button>
        </StickyActions>
        <ConflictDialog
          conflict={conflict}
          onClose={dropConflict}
          onKeepMine={keepMine}
          onKeepTheirs={keepTheirs}
        />
      </form>
    </FormProvider>
  );
}

function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="type-sub flex items-center justify-between gap-3 rounded-field bg-soft py-1 pr-2 pl-4 text-ink-2">
      {m.journal_draft_restored()}
      <button type="button" className="link min-h-11 flex-none px-2" onClick={onDiscard}>
        {m.journal_draft_discard()}
      </button>
    </p>
  );
}

function EntryPhotos({
  photos,
  tier,
}: {
  photos: ReturnType<typeof usePhotoUploads>;
  tier: Me['accountTier'];
}) {
  const navigate = useNavigate();
  const from = useLocation({ select: ({ href }) => href });
  const toPayment = {
    label: m.kit_paywall_button(),
    onPress: () => void navigate({ to: paths.payment, state: { from } }),
  };
  return (
    <PhotoPicker
      photos={photos}
      limit={PHOTO_LIMITS[tier]}
      {...(tier === 'free' && {
        locked: {
          label: m.journal_photos_locked({ limit: PHOTO_LIMITS.paid }),
          onPress: () =>
            showToast(m.journal_photos_paid({ limit: PHOTO_LIMITS.paid }), { action: toPayment }),
        },
      })}
    />
  );
}

type EntryFormApi = Pick<UseFormReturn<JournalDraft>, 'control' | 'formState'>;

function PlaceField({
  form: { control, formState, setValue },
}: {
  form: EntryFormApi & Pick<UseFormReturn<JournalDraft>, 'setValue'>;
}) {
  const { errors } = formState;
  const restaurantId = useWatch({ control, name: 'restaurantId' }) ?? null;
  return (
    <Controller
      control={control}
      name="restaurantName"
      render={({ field }) => (
        <RestaurantField
          inputRef={field.ref}
          value={{ restaurantId, restaurantName: field.value }}
          error={errorCodesOf(errors.restaurantName ?? errors.restaurantId)}
          onChange={(chosen) => {
            setValue('restaurantId', chosen.restaurantId, { shouldValidate: formState.isSubmitted });
            field.onChange(chosen.restaurantName);
          }}
        />
      )}
    />
  );
}

function TagsField({
  form: { control, formState },
  name,
  label,
  options,
}: {
  form: EntryFormApi;
  name: 'tagsWith' | 'tagsOccasion';
  label: string;
  options: readonly string[];
}) {
  return (
    <FieldGroup legend={label} error={errorCodesOf(firstOf(formState.errors[name]))}>
      <Controller
        control={control}
        name={name}
        render={({ field }) => (
          <TagOptions
            label={label}
            options={[...options, OTHER]}
            value={field.value ?? []}
            onChange={field.onChange}
          />
        )}
      />
    </FieldGroup>
  );
}

/** Returns the values without the photos, because photos are handled outside the form. */
const formValuesOf = ({ photos: _photos, ...values }: EntryValues) => values as JournalDraft;

const firstOf = (errors: unknown) => (Array.isArray(errors) ? errors.find(Boolean) : errors);
