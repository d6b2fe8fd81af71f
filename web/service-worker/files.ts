/** Lists of the files of this build. The build replaces the names with the lists (web/build/service-worker.ts). */
declare const PRECACHED_FILES: string;
declare const LATER_FILES: string;

export type PrecachedFile = { url: string; revision: string | null };

/** Fetched when the worker is installed. */
export const PRECACHE = JSON.parse(PRECACHED_FILES) as readonly PrecachedFile[];

/** Fetched when the worker is active and the network is idle: the map and pages that are opened less often. */
export const LATER = JSON.parse(LATER_FILES) as readonly string[];
