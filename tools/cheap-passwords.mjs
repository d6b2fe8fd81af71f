// @ts-check
/**
 * Reduces the cost of password hashes in tests to 64 KiB of memory and one pass. `node --import` loads this module. At
 * full cost, the thousands of sign-ups would take most of the time of a test run. The stored text still states the full
 * cost. Therefore a process without this module cannot verify such a hash.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Memory of a hash in KiB, equal to the value in features/account/server/account.passwords.ts. */
const PRODUCT_MEMORY = 19_456;

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, done) => {
  const isOfProduct = parameters.memory === PRODUCT_MEMORY;
  argon2(algorithm, isOfProduct ? { ...parameters, memory: 64, passes: 1 } : parameters, done);
};
syncBuiltinESMExports();
