import { localZone } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { ApiProblem } from '#web/api.ts';
import { messageOf } from '#web/error-messages.ts';

/**
 * Returns the message for an error of a restaurant. For a duplicate, the message contains the formatted date of the
 * earlier addition. For any other error, it is the result of `messageOf`.
 */
export function restaurantErrorMessage(error: unknown): string {
  if (!(error instanceof ApiProblem) || error.code !== 'restaurants.already_added') return messageOf(error);
  const { status, code, params } = error;
  return messageOf(
    new ApiProblem({
      status,
      code,
      params: { ...params, date: dateOf(Number(params.date), { zone: localZone() }) },
    }),
  );
}
