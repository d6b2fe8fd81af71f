// @ts-check
/**
 * How glibc gives memory to libraries that are no JavaScript; other systems ignore it, and whoever starts the server
 * may set other values. Decoding photos takes big pieces for moments. By its defaults glibc keeps them, apart for each
 * thread: twice the memory, for no speed (docs/decisions/photos.md).
 */
export const nativeMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };
