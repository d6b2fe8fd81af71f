/** The page that the service worker opens when the server cannot be reached (build/device-page.ts). */
export const DEVICE_PAGE = '/device.html';
