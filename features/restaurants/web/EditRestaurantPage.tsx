import { useParams } from '@tanstack/react-router';
import { m } from '#messages';
import { ApiProblem } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { EditForm } from './edit/EditForm.tsx';
import { useMyRestaurant } from './use-my-restaurant.ts';

/** Edits my record of a place, and the facts of a manual place. */
export function EditRestaurantPage() {
  const { restaurantId } = useParams({ from: '/members/app/edit/$restaurantId' });
  const { detail, place, mine } = useMyRestaurant(restaurantId);
  const isUnknown =
    (detail.error instanceof ApiProblem && detail.error.status === 404) || (detail.isSuccess && !mine);
  return (
    <Page title={m.restaurants_edit_title()} className="max-w-[640px]">
      {mine && place ? (
        <EditForm key={restaurantId} mine={mine} catalogueCategoryId={place.categoryId} />
      ) : isUnknown ? (
        <EmptyState title={m.restaurants_unknown_title()} text={m.restaurants_unknown_text()}>
          <LinkButton to={paths.home} look="secondary" size="small">
            {m.restaurants_to_my_list()}
          </LinkButton>
        </EmptyState>
      ) : detail.error ? (
        <ErrorState
          error={detail.error}
          text={m.restaurants_load_failed({ message: messageOf(detail.error) })}
          onRetry={() => void detail.refetch()}
        />
      ) : (
        <SkeletonTickets count={2} />
      )}
    </Page>
  );
}
