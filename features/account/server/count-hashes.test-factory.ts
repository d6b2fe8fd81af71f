import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Counts the calls of argon2 while `work` runs. Wraps the real argon2, including the named imports of other modules.
 */
export async function countHashes(work: () => Promise<unknown>): Promise<number> {
  const { argon2 } = crypto;
  let hashes = 0;
  crypto.argon2 = (...given) => {
    hashes += 1;
    return argon2(...given);
  };
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    crypto.argon2 = argon2;
    syncBuiltinESMExports();
  }
  return hashes;
}
