import type { NewRestaurant } from '#features/restaurants/restaurants.contract.ts';

/** The request body of the form: a place not yet visited has no rating, no review and nothing to share. */
export function bodyOf(form: NewRestaurant): NewRestaurant {
  if (form.status === '방문 완료') return form;
  const { rating: _rating, review: _review, isShared: _isShared, isAnonymous: _isAnonymous, ...rest } = form;
  return rest;
}
