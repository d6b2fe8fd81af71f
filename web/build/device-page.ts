import { OF_APPLICATION } from './preload-application.ts';

const PRELOADS = new RegExp(`\\s*<link [^>]*${OF_APPLICATION}[^>]*>`, 'g');

/**
 * The page that the service worker opens if the server does not answer. It has no preload hints: the application's code
 * is already on the device, and must not be loaded before the stored list is shown (web/start.ts).
 */
export const devicePage = (page: string): string => page.replace(PRELOADS, '');
