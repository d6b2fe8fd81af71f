export { paymentStatePill } from './history/PaymentItem.tsx';
export { methodName } from './pay/method-name.ts';
export { won } from './won.ts';
