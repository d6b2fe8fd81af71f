/** Placeholders that the build replaces with the lists of the files of this build (web/build/service-worker.ts). */
declare const PRECACHED_FILES: string;
declare const LATER_FILES: string;

export type PrecachedFile = { url: string; revision: string | null };

/** The files that are fetched when the worker is installed. */
export const PRECACHE = JSON.parse(PRECACHED_FILES) as readonly PrecachedFile[];

/**
 * The files that are fetched when the worker is active and the network is idle: the map and pages that are opened less
 * often.
 */
export const LATER = JSON.parse(LATER_FILES) as readonly string[];
