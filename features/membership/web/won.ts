import { m } from '#messages';

/** Money as it is said: 9,900원. */
export const won = (amount: number): string => m.payment_won({ amount: amount.toLocaleString() });
