import { isIPv4, isIPv6 } from 'node:net';
import { commonProblems } from '#common/problem.ts';
import type { Dependencies } from '#server/http/feature.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { accountProblems } from '../account.contract.ts';
import { attemptLimits } from '../account.rules.ts';
import { signatureOf } from './signatures.ts';
import { countAttempt, resetAttempts, refundAttempt, secondsUntilNext } from './attempts.sql.ts';

/** An attempt that is limited. `of` is an e-mail address, an account id, a device or a network. */
export type Attempt = { limit: keyof typeof attemptLimits; of: string };

/**
 * Limits attempts. The counts are stored in the database, so that they apply to all processes and survive a restart. An
 * attempt is counted before it runs, so that parallel requests cannot exceed the limit.
 */
export function createAttemptLimiter({ database, settings }: Pick<Dependencies, 'database' | 'settings'>) {
  const nameOf = (of: string) => signatureOf({ secret: settings.AUTH_SECRET, text: `attempts:${of}` });
  const keyOf = ({ limit, of }: Attempt) => `${limit}:${nameOf(of)}`;

  const { take, settle, undoAttempt } = attemptCounter({ database, keyOf });

  return {
    /** Returns a keyed hash of an e-mail address, id or network, so that the log does not contain the value itself. */
    nameOf,

    /**
     * Limits the failures of operations that usually succeed. Only failures (null) are counted, after they happened.
     * Therefore parallel requests may exceed the limit. Use this function only for secrets that are too long to guess.
     * @throws request.too_many with Retry-After
     */
    async limitFailures<T>({
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

    /**
     * Runs `run` only once for `of` within the window. A run that fails is not counted.
     * @returns null if it has run before
     */
    async once<T>({
      of,
      windowMs,
      run,
    }: {
      of: string;
      windowMs: number;
      run: () => Promise<T>;
    }): Promise<T | null> {
      const key = `once:${nameOf(of)}`;
      const { attempts } = await countAttempt(database, { key, windowMs });
      if (attempts > 1) return null;
      try {
        return await run();
      } catch (error) {
        // Without the reset, the next run waits until the window ends. The first error is reported.
        await resetAttempts(database, { key }).catch(() => {});
        throw error;
      }
    },

    /**
     * Runs an attempt within limits. The attempt is counted at one limit after the other, until a limit is exhausted.
     * Only a refusal is a failed attempt; an outage or another internal error is not.
     * @throws account.too_many_attempts with Retry-After, for known and unknown accounts alike
     */
    async within<T>({
      limits,
      run,
      hasFailed = () => false,
    }: {
      limits: readonly Attempt[];
      run: () => Promise<T>;
      hasFailed?: (result: T) => boolean;
    }): Promise<T> {
      const taken: Attempt[] = [];
      try {
        for (const limit of limits) {
          await take(limit);
          taken.push(limit);
        }
        const result = await run();
        if (!hasFailed(result)) for (const limit of limits) await settle(limit);
        return result;
      } catch (error) {
        if (!isRejection(error)) for (const limit of taken) await undoAttempt(limit);
        throw error;
      }
    },
  };
}

function attemptCounter({
  database,
  keyOf,
}: Pick<Dependencies, 'database'> & { keyOf: (attempt: Attempt) => string }) {
  /** Counted attempts that must be subtracted when the database is available again. */
  const pendingRefunds = new Map<string, number>();

  /** Counts an attempt. @throws account.too_many_attempts */
  async function take(attempt: Attempt): Promise<void> {
    const key = keyOf(attempt);
    const pending = pendingRefunds.get(key) ?? 0;
    if (pending > 0) {
      await refundAttempt(database, { key, attempts: pending });
      pendingRefunds.delete(key);
    }
    const { attempts, windowMs } = attemptLimits[attempt.limit];
    const counted = await countAttempt(database, { key, windowMs });
    if (counted.attempts <= attempts) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(counted.resetsInSeconds));
    const minutes = Math.ceil(retryAfterSeconds / 60);
    throw problem(accountProblems, 'account.too_many_attempts', { retryAfterSeconds, minutes });
  }

  /** Adjusts the count after an attempt that succeeded, as its limit requires. */
  async function settle(attempt: Attempt): Promise<void> {
    const { success } = attemptLimits[attempt.limit];
    if (success === 'not_counted') await refundAttempt(database, { key: keyOf(attempt), attempts: 1 });
    if (success === 'resets_failures') await resetAttempts(database, { key: keyOf(attempt) });
  }

  /**
   * Subtracts a counted attempt. If the database is unavailable, `take` subtracts the attempt later, before it counts
   * the next attempt.
   */
  async function undoAttempt(attempt: Attempt): Promise<void> {
    const key = keyOf(attempt);
    try {
      await refundAttempt(database, { key, attempts: 1 });
    } catch {
      if (pendingRefunds.size < PENDING_REFUNDS_MAXIMUM)
        pendingRefunds.set(key, (pendingRefunds.get(key) ?? 0) + 1);
    }
  }

  return { take, settle, undoAttempt };
}

const PENDING_REFUNDS_MAXIMUM = 10_000;

const isRejection = (error: unknown): boolean => error instanceof ProblemError;

/**
 * Returns the whole of an IPv4 address, but only the first 64 bits of an IPv6 address, because a sender can choose the
 * other 64 bits.
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
