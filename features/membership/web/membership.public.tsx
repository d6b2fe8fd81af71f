/** What other features' screens may know of payments: how they are said. */
export { stateOf as statePillOf } from './history/PaymentItem.tsx';
export { methodName } from './pay/MethodChoice.tsx';
export { won } from './won.ts';
