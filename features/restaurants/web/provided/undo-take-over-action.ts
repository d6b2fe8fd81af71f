import type { QueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';

/** The action of a message that several places were taken over. */
export const undoTakeOverAction = (queryClient: QueryClient, taken: readonly MyRestaurant[]) => ({
  label: m.restaurants_undo(),
  onPress: () => void import('./undo-take-over.ts').then((code) => code.undoTakeOver(queryClient, taken)),
});
