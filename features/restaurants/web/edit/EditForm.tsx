import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import {
  type BaseTexts,
  type MyRestaurant,
  RestaurantChanges,
} from '#features/restaurants/restaurants.contract.ts';
import { formValuesOf } from '#features/restaurants/restaurants.rules.ts';
import { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import { ApiProblem } from '#web/api.ts';
import { contractResolver, showServerErrors } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { useLeave } from '#web/shell/use-leave.ts';
import { Button } from '#web/ui/Button.tsx';
import { ManualPlaceFields } from '../form/ManualPlaceFields.tsx';
import { SavedRestaurantFields } from '../form/SavedRestaurantFields.tsx';
import { PickedPlace } from '../form/PickedPlace.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { useTextConflict } from '../form/use-text-conflict.tsx';
import { useChangeRestaurant } from '../restaurants.queries.ts';
import { useUpdateManualPlace } from '../restaurants.writes.ts';
import { changedFields } from '#web/form/changed-fields.ts';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { useOnline } from '#web/online.ts';
import { useIsMounted } from '#web/browser/use-is-mounted.ts';

/**
 * The values of the form. Saving the form sends up to two writes: one changes the saved restaurant, the other changes
 * the facts of a manual place.
 */
const Edit = z.object({ ...RestaurantChanges.shape, place: ManualPlace.optional() });

export function EditForm({
  mine,
  catalogueCategoryId,
}: {
  mine: MyRestaurant;
  catalogueCategoryId: string | null;
}) {
  const { nameOf } = useCategories();
  const [before] = useState(() => valuesOf(mine));
  const form = useForm({ resolver: contractResolver(Edit), defaultValues: before });
  const { isDirty } = form.formState;
  const [isSaved, setSaved] = useState(false);
  const leave = useLeave({ to: paths.restaurant, params: { restaurantId: mine.id } });
  const isMounted = useIsMounted();
  const isOnline = useOnline();
  const changePlace = useUpdateManualPlace();
  const changeRestaurant = useChangeRestaurant();
  const { review, sourceMemo } = before;
  const conflict = useTextConflict({ restaurantId: mine.id, texts: { review, sourceMemo } });

  /** Validates and saves the form. @param basedOn the stored texts that the save may replace */
  const submit = (basedOn: BaseTexts) => void form.handleSubmit((after) => save({ after, basedOn }))();

  async function save({ after, basedOn }: { after: z.output<typeof Edit>; basedOn: BaseTexts }) {
    const { place, ...changes } = changedFields<z.output<typeof Edit>>({ before, after });
    const restaurantId = mine.id;
    try {
      if (place) await changePlace.mutateAsync({ restaurantId, place });
      if (Object.keys(changes).length > 0)
        await changeRestaurant.mutateAsync({ restaurantId, changes, basedOn });
    } catch (error) {
      // The mutations have already shown the error. Here the error is also shown at the field.
      if (!(error instanceof ApiProblem)) return;
      showServerErrors({ problem: error, form });
      return conflict.showTheirs(error);
    }
    // The member may have left this screen while the save waited for the connection.
    if (!isMounted()) return;
    // The form is marked as saved before the navigation. Therefore the guard against unsaved changes does not ask.
    flushSync(() => setSaved(true));
    leave();
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-[22px] pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit(conflict.basedOn);
        }}
      >
        {mine.isManual ? (
          <ManualPlaceFields />
        ) : (
          <PickedPlace
            name={mine.name}
            address={mine.address}
            categoryId={mine.categoryId}
            kind={nameOf(mine.categoryId)}
            isExample={mine.isExample}
            businessStatus={mine.businessStatus}
          />
        )}
        <SavedRestaurantFields catalogueCategoryId={catalogueCategoryId} isPrivate={mine.isManual} />
        <StickyActions>
          <Button type="submit" isBusy={form.formState.isSubmitting} className="w-full">
            {isOnline ? m.restaurants_save() : m.restaurants_save_when_online()}
          </Button>
        </StickyActions>
      </form>
      {conflict.dialog(submit)}
      <UnsavedChangesGuard isUnsaved={() => isDirty && !isSaved} />
    </FormProvider>
  );
}

function valuesOf(mine: MyRestaurant) {
  const { name, address, coordinates, phoneNumber } = mine;
  return {
    ...formValuesOf(mine),
    ...(mine.isManual ? { place: { name, address, coordinates, phoneNumber: phoneNumber ?? '' } } : {}),
  };
}
