const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** Contains only PATH and the compile cache of `npm test`, so that the developer's other variables have no effect. */
export const testEnvironment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
