import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** Cost of a hash: 19 MiB, two passes, one lane. This is the minimum of OWASP's password storage cheat sheet. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Hashes a password. The PHC string contains the cost, so that old hashes stay valid when the cost is changed. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey({ password, salt, ...COST, keyBytes: KEY_BYTES });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(salt)}$${encode(key)}`;
}

/** Verifies a password. Returns false for a hash in another format. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const stored = parseHash(hash);
  if (!stored) return false;
  const { key, ...parameters } = stored;
  return timingSafeEqual(key, await deriveKey({ password, ...parameters, keyBytes: key.length }));
}

type KeyParameters = { salt: Buffer; memory: number; passes: number; parallelism: number };

/**
 * Derives the hash of a password. The password is normalised with NFKC, because some systems send Korean characters in
 * decomposed form.
 */
const deriveKey = (input: KeyParameters & { password: string; keyBytes: number }) =>
  promisify<'argon2id', Argon2Parameters, Buffer>(argon2)('argon2id', {
    message: input.password.normalize('NFKC'),
    nonce: input.salt,
    memory: input.memory,
    passes: input.passes,
    parallelism: input.parallelism,
    tagLength: input.keyBytes,
  });

function parseHash(hash: string): (KeyParameters & { key: Buffer }) | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash);
  if (!match) return null;
  const [, memory, passes, parallelism, salt, key] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
