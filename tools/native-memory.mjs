// @ts-check
/**
 * Decoding photos briefly needs large blocks, which glibc by default keeps for each thread. That takes
 * twice the memory without a gain in speed (docs/decisions/0022-photos.md). Other systems ignore these
 * settings, and the operator may override them.
 */
export const nativeMemory = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * By default V8 lets new objects take up to three times 32 MB before it collects them. With 16 MB, an
 * import of 5,000 places and a large archive need less than 100 MB more. The cost for lists was
 * measured only under load (bench/README.md).
 */
export const nodeFlags = ['--enable-source-maps', '--max-semi-space-size=16'];
