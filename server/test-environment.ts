const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/**
 * The environment of processes that tests start. It contains only PATH and the compile cache of `npm test`, so that
 * other variables of the developer have no effect.
 */
export const testEnvironment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
