// @ts-check
/**
 * For tests only, loaded with `node --import`: computes password hashes with 64 KiB and one pass,
 * because at full cost the thousands of sign-ups would dominate a test run. The stored text still
 * states the full cost, so a process without this file cannot verify such a hash.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** KiB, as in features/account/server/account.passwords.ts. */
const PRODUCT_MEMORY = 19_456;

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, done) => {
  const isOfProduct = parameters.memory === PRODUCT_MEMORY;
  argon2(algorithm, isOfProduct ? { ...parameters, memory: 64, passes: 1 } : parameters, done);
};
syncBuiltinESMExports();
