const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** Environment of processes that tests start: nothing of the developer's, except the compile cache of `npm test`. */
export const testEnvironment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
