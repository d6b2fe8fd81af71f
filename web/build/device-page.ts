import { OF_APPLICATION } from './preload-application.ts';

const PRELOADS = new RegExp(`\\s*<link [^>]*${OF_APPLICATION}[^>]*>`, 'g');

/**
 * Returns the page that the service worker opens if the server does not answer. The page has no preload hints. The
 * application's code is already on the device and must load after the stored list is shown (web/start.ts).
 */
export const devicePage = (page: string): string => page.replace(PRELOADS, '');
