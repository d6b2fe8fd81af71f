import { Pencil } from 'lucide-react';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { DeleteRestaurant } from './DeleteRestaurant.tsx';

/** The ways to change what I said of a place, and to take it off my list. */
export function ChangeOrDelete({ mine }: { mine: MyRestaurant }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <LinkButton to={paths.editRestaurant} params={{ restaurantId: mine.id }} look="soft" size="small">
        <Pencil aria-hidden="true" />
        {m.restaurants_edit()}
      </LinkButton>
      <DeleteRestaurant restaurant={mine} />
    </div>
  );
}
