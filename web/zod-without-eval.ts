/**
 * Stops zod from testing whether it may compile code. The content security policy forbids this, and the browser reports
 * the attempt, although zod handles the error. This file must run before any contract. zod's
 * `config({ jitless: true })` would do the same, but importing `config` would add zod to the first script, which does
 * not need zod.
 */
(globalThis as { __zod_globalConfig?: { jitless?: boolean } }).__zod_globalConfig = { jitless: true };

export {};
