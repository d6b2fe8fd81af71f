/**
 * The code for a payment window that never returned. This code is in a file of its own, because the route table imports
 * it, and every page loads the route table.
 */
export const WINDOW_CLOSED_UNKNOWN = 'WindowLost';
