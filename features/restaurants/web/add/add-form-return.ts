import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { NewRestaurant } from '#features/restaurants/restaurants.contract.ts';

/**
 * The form of the add screen. Its types are the raw input of the form, and the values that the contract parses from
 * this input.
 */
export type AddFormReturn = UseFormReturn<
  z.input<typeof NewRestaurant>,
  unknown,
  z.output<typeof NewRestaurant>
>;
