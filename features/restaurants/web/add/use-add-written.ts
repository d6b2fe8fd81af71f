import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import {
  type Additive,
  additionsBetween,
  leftOutCount,
  withSource,
} from '#features/restaurants/another-source.rules.ts';
import {
  type MyRestaurant,
  type NewRestaurant,
  type RestaurantChanges,
  REVIEW_PHOTOS_MAXIMUM,
} from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { additionsText, leftOutText } from '../additions-text.ts';
import { myListQuery } from '../my-list.query.ts';
import { useChangeRestaurant } from '../restaurants.queries.ts';
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
    const values = getValues();
    const source = sourceOf(values);
    const fresh = values.userPhotoFilenames ?? [];
    const userPhotoFilenames = withPhotos(saved, fresh);
    const after = { ...withSource(saved, source), userPhotoFilenames };
    const photos = userPhotoFilenames.length - saved.userPhotoFilenames.length;
    const counts = additionsBetween(saved, after, source);
    if (counts === null && photos === 0) return null;
    const what = [
      counts && additionsText(counts),
      photos > 0 && m.restaurants_added_photos({ count: photos }),
    ]
      .filter(Boolean)
      .join(', ');
    const leftOut = leftOutCount(after, source) + fresh.length - photos;
    return { saved, after, what, leftOut };
  };

  return {
    /** Whether the form contains values that the place lacks. */
    hasAdditions: (restaurantId: string): boolean => additionsTo(restaurantId) !== null,
    add: (restaurantId: string): void => {
      const additions = additionsTo(restaurantId);
      if (!additions) return showToast(m.restaurants_add_written_nothing(), { kind: 'note' });
      const { saved, after, what, leftOut } = additions;
      const { review, sourceMemo, visitedAt, status } = saved;
      mutate({ restaurantId, changes: changesBetween(saved, after), basedOn: { review, sourceMemo } });
      showToast(`${m.restaurants_added_written({ what })} ${leftOutText(leftOut)}`.trim(), {
        action: {
          label: m.restaurants_undo(),
          onPress: () =>
            mutate({
              restaurantId,
              changes: changesBetween(after, saved),
              ...(status === VISITED && { visitedAt }),
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

/** Returns the photos of a place with those of the form. The photos of a review that other members read stay. */
const withPhotos = ({ isShared, userPhotoFilenames }: MyRestaurant, fresh: readonly string[]): string[] =>
  isShared
    ? userPhotoFilenames
    : [...new Set([...userPhotoFilenames, ...fresh])].slice(0, REVIEW_PHOTOS_MAXIMUM);

/** Returns the changes of the fields that differ. */
function changesBetween(before: MyRestaurant, after: MyRestaurant): RestaurantChanges {
  const isSame = (field: keyof MyRestaurant) => before[field] === after[field];
  return {
    ...(!isSame('status') && { status: after.status }),
    ...(!isSame('rating') && { rating: after.rating }),
    ...(!isSame('review') && { review: after.review }),
    ...(before.userPhotoFilenames.length !== after.userPhotoFilenames.length && {
      userPhotoFilenames: after.userPhotoFilenames,
    }),
    ...(before.customTags.length !== after.customTags.length && { customTags: after.customTags }),
    ...(!isSame('sourceKind') && { sourceKind: after.sourceKind }),
    ...(!isSame('sourceMemo') && { sourceMemo: after.sourceMemo }),
    ...(!isSame('userCategoryOverrideId') && { categoryId: after.userCategoryOverrideId }),
  };
}
