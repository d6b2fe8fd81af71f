/** Result code of a payment window that never returned. The other result codes come from the payment service. */
export const WINDOW_CLOSED_UNKNOWN = 'WindowLost';
