import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { EncodedPhoto } from '#features/photos/server/photos.public.ts';
import { demonstrationAccounts } from './demonstration-accounts.ts';
import { DISHES, type Dish } from './dishes.ts';

export type PreparedPart = { dish: Dish; photo: EncodedPhoto } | { email: string; passwordHash: string };

export type Preparation = {
  photos: ReadonlyMap<Dish, EncodedPhoto>;
  passwordHashes: ReadonlyMap<string, string>;
};

/**
 * Prepares the photos and the password hashes of the demonstration in another process. They are needed once, and the
 * server would keep the memory that they take: 180 MB for the photos and 44 MB for the hashes.
 * @throws if the process fails or takes too long
 */
export async function runPreparation({
  secret,
  program = path.join(import.meta.dirname, 'prepare-demonstration.ts'),
  timeoutMs = 60_000,
}: {
  secret: string;
  /** Another program, for tests. */
  program?: string;
  timeoutMs?: number;
}): Promise<Preparation> {
  const child = fork(program, { serialization: 'advanced', timeout: timeoutMs });
  const photos = new Map<Dish, EncodedPhoto>();
  const passwordHashes = new Map<string, string>();
  child.on('message', (part: PreparedPart) => {
    if ('dish' in part) photos.set(part.dish, part.photo);
    else passwordHashes.set(part.email, part.passwordHash);
  });
  child.send({ secret });
  // All messages have arrived when the channel closes.
  await once(child, 'disconnect');
  if (photos.size < DISHES.length || passwordHashes.size < demonstrationAccounts.length)
    throw new Error('The process that prepares the demonstration ended early.');
  return { photos, passwordHashes };
}
