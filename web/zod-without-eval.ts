/**
 * Without this, zod tests whether it may compile code. The content security policy forbids it, and a
 * browser reports the attempt although zod handles it. Must run before any contract. zod's `config({
 * jitless: true })` writes to the same place, but importing `config` would add zod to the first
 * script, which does not need zod.
 */
(globalThis as { __zod_globalConfig?: { jitless?: boolean } }).__zod_globalConfig = { jitless: true };

export {};
