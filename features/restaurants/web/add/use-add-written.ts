import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#messages';
import { type Additive, additionsBetween, withSource } from '#features/restaurants/another-source.rules.ts';
import type {
  MyRestaurant,
  NewRestaurant,
  RestaurantChanges,
} from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { additionsText } from '../additions-text.ts';
import { myListQuery, useChangeRestaurant } from '../restaurants.queries.ts';
import type { AddFormReturn } from './add-form-return.ts';

/** Adds the values of the add form to a place that is already in my list, and offers to undo this. */
export function useAddWritten() {
  const { data } = useQuery(myListQuery);
  const { getValues }: AddFormReturn = useFormContext();
  const { mutate } = useChangeRestaurant();
  const navigate = useNavigate();

  const additionsTo = (restaurantId: string) => {
    const saved = data?.restaurants.find(({ id }) => id === restaurantId);
    if (!saved) return null;
    const after = withSource(saved, sourceOf(getValues()));
    const counts = additionsBetween(saved, after);
    return counts && { saved, after, counts };
  };

  return {
    /** Whether the form contains values that the place lacks. */
    hasAdditions: (restaurantId: string): boolean => additionsTo(restaurantId) !== null,
    add: (restaurantId: string): void => {
      const additions = additionsTo(restaurantId);
      if (!additions) return showToast(m.restaurants_add_written_nothing(), { kind: 'note' });
      const { saved, after, counts } = additions;
      const { review, sourceMemo, visitedAt, status } = saved;
      mutate({ restaurantId, changes: changesBetween(saved, after), basedOn: { review, sourceMemo } });
      showToast(m.restaurants_added_written({ what: additionsText(counts) }), {
        action: {
          label: m.restaurants_undo(),
          onPress: () =>
            mutate({
              restaurantId,
              changes: changesBetween(after, saved),
              ...(status === '방문 완료' && { visitedAt }),
            }),
        },
      });
      void navigate({ to: paths.restaurant, params: { restaurantId }, replace: true });
    },
  };
}

const sourceOf = (values: Partial<z.input<typeof NewRestaurant>>): Additive => ({
  status: values.status ?? null,
  rating: values.rating ?? null,
  review: values.review?.trim() ?? '',
  customTags: values.customTags ?? [],
  sourceKind: values.sourceKind ?? null,
  sourceMemo: values.sourceMemo?.trim() ?? '',
  userCategoryOverrideId: values.categoryId ?? null,
  visitedAt: null,
  isShared: false,
});

/** Returns the changes of the fields that differ. */
function changesBetween(before: MyRestaurant, after: MyRestaurant): RestaurantChanges {
  const isSame = (field: keyof MyRestaurant) => before[field] === after[field];
  return {
    ...(!isSame('status') && { status: after.status }),
    ...(!isSame('rating') && { rating: after.rating }),
    ...(!isSame('review') && { review: after.review }),
    ...(before.customTags.length !== after.customTags.length && { customTags: after.customTags }),
    ...(!isSame('sourceKind') && { sourceKind: after.sourceKind }),
    ...(!isSame('sourceMemo') && { sourceMemo: after.sourceMemo }),
    ...(!isSame('userCategoryOverrideId') && { categoryId: after.userCategoryOverrideId }),
  };
}
