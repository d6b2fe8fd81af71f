import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { Dependencies } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { accountProblems } from '../account.contract.ts';
import { attemptLimits } from '../account.rules.ts';
import { countAttempt, forgetAttempts, giveBackAttempt } from './attempts.sql.ts';

type LimitName = keyof typeof attemptLimits;

/**
 * Limits on guessing, kept in the database so that they hold for all processes together and over a restart.
 * An attempt is counted before it is made: a burst in parallel gets no more than the limit.
 */
export function countAttempts({ database, settings }: Pick<Dependencies, 'database' | 'settings'>) {
  /** `of` is an account's e-mail address or id, or a network address; only a keyed hash of it is stored. */
  const keyFor = (limit: LimitName, of: string) =>
    `${limit}:${createHmac('sha256', settings.AUTH_SECRET).update(of).digest('base64url')}`;

  return {
    /** @throws account.too_many_attempts with Retry-After, for known and unknown accounts alike */
    async take({ limit, of, reply }: { limit: LimitName; of: string; reply: FastifyReply }): Promise<void> {
      const { attempts, windowMs } = attemptLimits[limit];
      const counted = await countAttempt(database, { key: keyFor(limit, of), windowMs });
      if (counted.attempts <= attempts) return;
      const seconds = Math.max(1, Math.ceil(counted.resetsInSeconds));
      reply.header('retry-after', seconds);
      throw problem(accountProblems, 'account.too_many_attempts', { minutes: Math.ceil(seconds / 60) });
    },

    /** The attempt succeeded: it does not count. */
    giveBack: ({ limit, of }: { limit: LimitName; of: string }) =>
      giveBackAttempt(database, { key: keyFor(limit, of) }),

    /** The right person came: earlier failures do not count any more. */
    forget: ({ limit, of }: { limit: LimitName; of: string }) =>
      forgetAttempts(database, { key: keyFor(limit, of) }),
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
