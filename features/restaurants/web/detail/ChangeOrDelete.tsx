import { Pencil } from 'lucide-react';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { DeleteRestaurant } from './DeleteRestaurant.tsx';

/** The buttons that edit my record of a place and delete the place from my list. */
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
