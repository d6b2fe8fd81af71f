import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * For tests: how many password hashes were computed while `work` ran. The real argon2, counted; what imports it by name
 * gets the counted one as well.
 */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
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
