import { isIPv4, isIPv6 } from 'node:net';
import { commonProblems } from '#common/problem.ts';
import type { Dependencies } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { accountProblems } from '../account.contract.ts';
import { attemptLimits } from '../account.rules.ts';
import { signatureOf } from './signatures.ts';
import { countAttempt, forgetAttempts, giveBackAttempt, secondsUntilNext } from './attempts.sql.ts';

/** `of`: whom or what the limit counts: an e-mail address, an account's id, a device or a network. */
export type Attempt = { limit: keyof typeof attemptLimits; of: string };

/**
 * Limits on guessing, kept in the database so that they hold for all processes together and over a restart.
 * An attempt is counted before it is made: a burst in parallel gets no more than the limit.
 */
export function limitAttempts({ database, settings }: Pick<Dependencies, 'database' | 'settings'>) {
  const nameOf = (of: string) => signatureOf({ secret: settings.AUTH_SECRET, text: `attempts:${of}` });
  const keyOf = ({ limit, of }: Attempt) => `${limit}:${nameOf(of)}`;

  async function take(attempt: Attempt): Promise<void> {
    const { attempts, windowMs } = attemptLimits[attempt.limit];
    const counted = await countAttempt(database, { key: keyOf(attempt), windowMs });
    if (counted.attempts <= attempts) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(counted.resetsInSeconds));
    const minutes = Math.ceil(retryAfterSeconds / 60);
    throw problem(accountProblems, 'account.too_many_attempts', { retryAfterSeconds, minutes });
  }

  async function settle(attempt: Attempt): Promise<void> {
    const { success } = attemptLimits[attempt.limit];
    if (success === 'does not count') await giveBackAttempt(database, { key: keyOf(attempt) });
    if (success === 'wipes out failures') await forgetAttempts(database, { key: keyOf(attempt) });
  }

  return {
    /**
     * What stands in the table and in the log for an e-mail address, an id or a network address: a keyed hash, the
     * same each time, so that attempts can be told together without keeping whom they were aimed at.
     */
    nameOf,

    /**
     * The same for what is asked with every request and seldom fails: only failures (null) are written. A burst in
     * parallel may therefore get more than the limit, which does no harm to a secret that is too long to guess.
     * @returns null for a failure
     * @throws request.too_many with Retry-After
     */
    async failingSeldom<T>({
      limit,
      of,
      run,
    }: Attempt & { run: () => Promise<T | null> }): Promise<T | null> {
      const key = keyOf({ limit, of });
      const { attempts, windowMs } = attemptLimits[limit];
      const seconds = await secondsUntilNext(database, { key, attempts });
      if (seconds !== null) {
        throw problem(commonProblems, 'request.too_many', {
          retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
        });
      }
      const result = await run();
      if (result === null) await countAttempt(database, { key, windowMs });
      return result;
    },

    /** Whether this is the first time within the window that it is asked for this. */
    async isFirst({ of, windowMs }: { of: string; windowMs: number }): Promise<boolean> {
      const { attempts } = await countAttempt(database, { key: `once:${nameOf(of)}`, windowMs });
      return attempts === 1;
    },

    /**
     * Makes an attempt if every limit allows one more; those after the first that does not are left untouched.
     * @throws account.too_many_attempts with Retry-After, for known and unknown accounts alike
     */
    async within<T>({
      limits,
      run,
      hasFailed = () => false,
    }: {
      limits: readonly Attempt[];
      run: () => Promise<T>;
      /** For an attempt that says in its result that it failed, and does not throw. */
      hasFailed?: (result: T) => boolean;
    }): Promise<T> {
      for (const limit of limits) await take(limit);
      const result = await run();
      if (!hasFailed(result)) for (const limit of limits) await settle(limit);
      return result;
    },
  };
}

/**
 * The part of a network address that one household or company holds: an IPv4 address whole, of an IPv6 address
 * the first 64 bits, the rest of which a sender may choose freely.
 * @example networkOf('2001:db8:1:2:3:4:5:6') // '2001:db8:1:2::/64'
 */
export function networkOf(address: string): string {
  const mapped = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(mapped) || !isIPv6(mapped)) return mapped;
  const [head = '', tail] = (mapped.split('%')[0] as string).split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    const zeros = 8 - groups.length - after.length;
    groups.push(...Array<string>(Math.max(0, zeros)).fill('0'), ...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
