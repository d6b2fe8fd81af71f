import { OF_APPLICATION } from './preload-application.ts';

const PRELOADS = new RegExp(`\\s*<link [^>]*${OF_APPLICATION}[^>]*>`, 'g');

/**
 * The page that the service worker opens if the server does not answer. It has no preload hints, because they would
 * load the application's code, which is already on the device, before the stored list (web/start.ts).
 */
export const devicePage = (page: string): string => page.replace(PRELOADS, '');
