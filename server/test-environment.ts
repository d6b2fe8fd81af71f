const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** Only the compile cache of `npm test`, and nothing from the developer's shell. */
export const testEnvironment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
