// @ts-check
/**
 * Environment variables that set the memory allocation of glibc. Decoding photos briefly needs large blocks. By default
 * glibc keeps such blocks for each thread, which takes twice the memory and saves no time
 * (docs/decisions/0022-photos.md). Other systems ignore these variables, and the operator may override them.
 */
export const nativeMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Flags for Node. By default V8 lets new objects take up to three times 32 MB before it collects them. With 16 MB, an
 * import of 5,000 places and a large archive need less than 100 MB of additional memory. Requests for lists take
 * longer; this was measured only under load (bench/README.md).
 */
export const nodeFlags = ['--enable-source-maps', '--max-semi-space-size=16'];
