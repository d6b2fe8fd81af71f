import { VISITED } from '#common/visit-status.ts';
import type { NewRestaurant } from '#features/restaurants/restaurants.contract.ts';

/**
 * Returns the request body of the form. For a place that is not visited yet, the body has no rating, no review and no
 * sharing settings.
 */
export function bodyOf(form: NewRestaurant): NewRestaurant {
  if (form.status === VISITED) return form;
  const { rating: _rating, review: _review, isShared: _isShared, isAnonymous: _isAnonymous, ...rest } = form;
  return rest;
}
