import { OF_APPLICATION } from './preload-application.ts';

const PRELOADS = new RegExp(`\\s*<link [^>]*${OF_APPLICATION}[^>]*>`, 'g');

/**
 * The page as the service worker opens it without an answer of the server: without the hints that would load the
 * application's code, which is on the device, before the stored list (web/start.ts).
 */
export const devicePage = (page: string): string => page.replace(PRELOADS, '');
