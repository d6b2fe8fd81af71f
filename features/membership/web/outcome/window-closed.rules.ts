/** Our own code, for a payment window that never returned. Every page needs it, so it is in a file of its own. */
export const WINDOW_CLOSED_UNKNOWN = 'WindowLost';
