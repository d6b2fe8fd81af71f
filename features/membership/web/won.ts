import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';

/** @example won(9900) // '9,900원' */
export const won = (amount: number): string => m.payment_won({ amount: numberOf(amount) });
