/** The page that the service worker opens when the server cannot be reached (build/service-worker.ts). */
export const DEVICE_PAGE = '/device.html';
