/**
 * The code for a payment window that never returned.
 * It has its own file, because every page loads the route table, which imports it.
 */
export const WINDOW_CLOSED_UNKNOWN = 'WindowLost';
