import { FormProvider, useForm } from 'react-hook-form';
import { m } from '#messages';
import { type MyRestaurant, RestaurantChanges } from '#features/restaurants/restaurants.contract.ts';
import { contractResolver } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisitFields } from '../form/LinkFields.tsx';
import { useChangeRestaurant } from '../restaurants.queries.ts';

const Review = RestaurantChanges.pick({ rating: true, review: true, isShared: true });

/** Rating, one line and who may see them, changed in place. */
export function ReviewEditor({ mine, onDone }: { mine: MyRestaurant; onDone: () => void }) {
  const { mutate } = useChangeRestaurant();
  const { rating, review, isShared } = mine;
  const form = useForm({ resolver: contractResolver(Review), defaultValues: { rating, review, isShared } });
  const save = form.handleSubmit((changes) => {
    mutate({ restaurantId: mine.id, changes });
    onDone();
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="mt-3 grid gap-4" onSubmit={save}>
        <VisitFields />
        <div className="grid grid-cols-2 gap-2">
          <Button look="secondary" size="small" onClick={onDone}>
            {m.kit_cancel()}
          </Button>
          <Button size="small" type="submit">
            {m.restaurants_save()}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
