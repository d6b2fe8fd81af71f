import { OF_APPLICATION } from './preload-application.ts';

const PRELOADS = new RegExp(`\\s*<link [^>]*${OF_APPLICATION}[^>]*>`, 'g');

/**
 * The service worker opens this page if the server does not answer. It has no preload hints, because
 * the application's code is already on the device and must load after the stored list is shown
 * (web/start.ts).
 */
export const devicePage = (page: string): string => page.replace(PRELOADS, '');
