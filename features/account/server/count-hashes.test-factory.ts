import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Counts the calls of argon2 while `work` runs. The real argon2 is wrapped, also for modules that import it by name.
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
