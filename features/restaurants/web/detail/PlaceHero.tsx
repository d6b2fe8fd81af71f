import type { MyRestaurant, RestaurantDetail } from '#features/restaurants/restaurants.contract.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { classes } from '#web/ui/classes.ts';
import { PlacePhotos } from './PlacePhotos.tsx';

/** Photos of the place; without photos, the category on the colour of its status. */
export function PlaceHero(props: { place: RestaurantDetail['place']; mine: MyRestaurant | null }) {
  return <PlacePhotos place={props.place} otherwise={<Tinted {...props} />} />;
}

function Tinted({ place, mine }: { place: RestaurantDetail['place']; mine: MyRestaurant | null }) {
  const tint =
    mine === null
      ? 'bg-prov-line text-prov-text'
      : mine.status === '방문 완료'
        ? 'bg-done-line text-done-text'
        : 'bg-todo-line text-todo-text';
  return (
    <div
      className={classes(
        'grid h-[148px] place-items-center pb-5 transition-colors lg:h-[200px] lg:rounded-[20px] lg:pb-10',
        tint,
      )}
    >
      <CategoryIcon
        categoryId={mine ? mine.categoryId : place.categoryId}
        className="size-[72px] stroke-[1.5] opacity-80 lg:size-24"
      />
    </div>
  );
}
