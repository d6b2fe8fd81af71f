import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { m } from '#messages';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { NewRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { showServerErrors } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useIsMounted } from '#web/browser/use-is-mounted.ts';
import { restaurantErrorMessage } from '../restaurant-messages.ts';
import { type Addition, useAddRestaurant, useDeleteRestaurant } from '../restaurants.writes.ts';
import { bodyOf } from './submission.rules.ts';
import type { useDraft } from './use-draft.ts';
import type { AddFormReturn } from './add-form-return.ts';
import type { PlaceChoice } from './use-place-choice.ts';

const ADDED_TOAST_MS = 3_000;

/** Data of a place that is already in the list: the time at which it was added, in milliseconds, and its id. */
export type Duplicate = { date: number; restaurantId: string };

/**
 * Sends the form and returns to the list, where the new place is selected. Retries do not add the place a second time.
 */
export function useSendForm({
  form,
  draft,
  choice,
  showLimit,
  onAdded,
}: {
  form: AddFormReturn;
  draft: ReturnType<typeof useDraft>;
  choice: PlaceChoice;
  showLimit: (problem: ApiProblem) => boolean;
  /** Called after the place was added, even if the member has left the form. */
  onAdded: (restaurantId: string) => void;
}) {
  const navigate = useNavigate();
  const [duplicate, setDuplicate] = useState<Duplicate | null>(null);
  const isMounted = useIsMounted();

  const onRejected = (problem: ApiProblem) => {
    if (showLimit(problem)) return;
    if (problem.code === 'restaurants.already_added' && isMounted()) {
      setDuplicate({ date: Number(problem.params.date), restaurantId: String(problem.params.restaurantId) });
      return;
    }
    // The server deletes an unused photo a day after its upload. Therefore the photo of an old draft may be gone.
    if (problem.code === 'photos.not_found') form.setValue('userPhotoFilenames', undefined);
    showServerErrors({ problem, form });
    showToast(m.restaurants_add_failed({ message: restaurantErrorMessage(problem) }), { kind: 'alert' });
  };

  const add = useAddRestaurant({
    unanswered: draft.unanswered,
    onAdded: (added) => {
      draft.drop();
      if (added) onAdded(added.id);
    },
    onRejected,
  });

  const remove = useDeleteRestaurant();

  const onValid = (values: NewRestaurant) => {
    setDuplicate(null);
    add.mutate(additionOf(values, choice.suggestion), {
      onSuccess: ({ restaurant, written }) => {
        if (!restaurant) return;
        void navigate({
          to: paths.home,
          search: { selected: restaurant.id },
          replace: true,
        });
        if (!written) return;
        showToast(m.restaurants_added({ name: restaurant.name }), {
          action: {
            label: m.restaurants_undo(),
            onPress: () => remove.mutate({ restaurantId: restaurant.id }),
          },
          milliseconds: ADDED_TOAST_MS,
        });
      },
    });
  };

  const onInvalid = (errors: FieldErrors<NewRestaurant>) => {
    if (errors.place && !choice.isByHand) choice.searchField.current?.focus();
  };

  return {
    submit: form.handleSubmit(onValid, onInvalid),
    isSending: add.isPending,
    /** Whether the place is in the list because this form has added it. */
    isSent: add.isPending || add.isSuccess,
    duplicate,
  };
}

const additionOf = (values: NewRestaurant, suggestion: PlaceSuggestion | null): Addition => ({
  ...bodyOf(values),
  ...(suggestion && { seen: suggestion }),
});
