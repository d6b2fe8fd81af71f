import { useParams } from '@tanstack/react-router';
import { m } from '#messages';
import { Page } from '#web/shell/Page.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { EditForm } from './edit/EditForm.tsx';
import { RestaurantUnavailable } from './RestaurantUnavailable.tsx';
import { restaurantQuery } from './restaurants.queries.ts';
import { useMyRestaurant } from './use-my-restaurant.ts';

/** The page that edits my record of a place. For a manual place it also edits the facts of the place. */
export function EditRestaurantPage() {
  const { restaurantId } = useParams({ from: '/members/app/edit/$restaurantId' });
  const { detail, place, mine } = useMyRestaurant(restaurantId);
  return (
    <Page title={m.restaurants_edit_title()} className="max-w-[640px]">
      <OfflineStrip of={restaurantQuery(restaurantId).queryKey} isEditable />
      {mine && place ? (
        <EditForm key={restaurantId} mine={mine} catalogueCategoryId={place.categoryId} />
      ) : detail.error || detail.isSuccess ? (
        <RestaurantUnavailable error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <SkeletonTickets count={2} />
      )}
    </Page>
  );
}
