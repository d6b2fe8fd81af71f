import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { NewRestaurant } from '#features/restaurants/restaurants.contract.ts';

/** The form of the add screen: its raw input and the parsed contract type. */
export type AddFormReturn = UseFormReturn<
  z.input<typeof NewRestaurant>,
  unknown,
  z.output<typeof NewRestaurant>
>;
