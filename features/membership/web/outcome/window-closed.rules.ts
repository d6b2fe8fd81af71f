/**
 * Result code of a payment window that never returned. It has its own file, because the route table, which every page
 * loads, uses it.
 */
export const WINDOW_CLOSED_UNKNOWN = 'WindowLost';
