const { PATH = '', NODE_COMPILE_CACHE } = process.env;

/** What tests give to processes of their own: nothing of whoever runs them, but what `npm test` has compiled already. */
export const testEnvironment = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
