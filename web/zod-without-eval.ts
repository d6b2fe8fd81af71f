/**
 * Keeps zod from trying whether it may compile code: the content security policy forbids that, and a browser reports
 * the attempt although zod takes the refusal well. Must run before any contract does. This is where zod's
 * `config({ jitless: true })` writes; importing that would pull zod into the first script, which does without it.
 */
(globalThis as { __zod_globalConfig?: { jitless?: boolean } }).__zod_globalConfig = { jitless: true };

export {};
