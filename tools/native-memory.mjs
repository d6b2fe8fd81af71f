// @ts-check
/**
 * Memory settings of glibc for native libraries; other systems ignore them, and the operator may override
 * them. Decoding photos briefly needs large blocks. By default glibc keeps them, separately for each thread:
 * twice the memory without a gain in speed (docs/decisions/0022-photos.md).
 */
export const nativeMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };
