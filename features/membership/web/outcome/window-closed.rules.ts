/**
 * The code for a payment window that never returned.
 * It has its own file, because the route table imports it, and every page loads the route table.
 */
export const WINDOW_CLOSED_UNKNOWN = 'WindowLost';
