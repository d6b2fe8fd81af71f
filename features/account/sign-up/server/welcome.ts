import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from '#server/database/database.ts';
import type { Dependencies } from '#server/http/feature.ts';
import { displayNameOf, welcomeSender } from '../../account.rules.ts';
import { verificationMail, welcomeMail } from '../../server/account-mails.ts';
import { issueToken } from '../../mail-links/server/account-tokens.ts';
import { lockNewMember, type NewMember, setWelcomed } from './welcome.sql.ts';

/** Body of the request to WELCOME_EMAIL_FUNCTION_URL. */
export type WelcomePayload = { userId: string; email: string; displayName: string };

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.welcome': Record<string, never>;
    'account.welcome_by_function': WelcomePayload;
  }
}

/** Delay in milliseconds between a sign-up and its welcome job (specification, section 5). */
const PAUSE_MS = 100;
const FUNCTION_ATTEMPTS = 8;
const FUNCTION_TIMEOUT_MS = 15_000;

/**
 * Welcomes new members. `users.welcomed_at` records who has been welcomed. `scheduleSoon` only reduces the
 * delay. If a process is killed before it sends a mail, the run of the next minute sends the mail.
 */
export function welcomeNewMembers({
  database,
  settings,
  jobs,
  mailer,
  log,
}: Dependencies & { log: FastifyBaseLogger }) {
  const sender = welcomeSender(settings.WELCOME_EMAIL_FUNCTION_URL);
  const timers = new Set<NodeJS.Timeout>();

  jobs.handle(
    'account.welcome',
    async () => {
      let hasMore: boolean;
      do {
        hasMore = await jobs.database.transaction().execute(welcomeNext);
      } while (hasMore);
    },
    { workers: 'mail' },
  );
  jobs.schedule('account.welcome', '* * * * *', { alsoAtStart: true });
  jobs.handle(
    'account.welcome_by_function',
    async (payload) => {
      // The setting has changed since the job was added, so the function must not be called any more.
      if (sender.by !== 'function') return;
      await callWelcomeFunction({ url: sender.url, payload });
      log.info({ userId: payload.userId }, 'welcome sent to the function');
    },
    { workers: 'mail' },
  );

  /** Welcomes one member. Returns false if every member has already been welcomed. */
  async function welcomeNext(transaction: Connection): Promise<boolean> {
    const member = await lockNewMember(transaction);
    if (!member) return false;
    await welcome(transaction, member);
    await setWelcomed(transaction, { userId: member.userId, now: new Date() });
    return true;
  }

  async function welcome(transaction: Connection, member: NewMember): Promise<void> {
    const { userId, email, locale } = member;
    const displayName = displayNameOf(member);
    const token = member.emailVerified
      ? null
      : await issueToken(transaction, { userId, email, purpose: 'email_verification', now: Date.now() });
    const recipient = { address: email, locale };
    // The welcome mail contains the link that verifies the address. Without this mail, the link has its own mail.
    if (sender.by !== 'mail' && token !== null)
      await mailer.send(transaction, verificationMail(settings, { ...recipient, token }));
    switch (sender.by) {
      case 'mail': {
        const mail = welcomeMail(settings, { ...recipient, displayName, token });
        await mailer.send(transaction, { ...mail, dedupeKey: `account.welcome:${userId}` });
        break;
      }
      case 'function': {
        const payload = { userId, email, displayName };
        const options = { maxAttempts: FUNCTION_ATTEMPTS };
        await jobs.add(transaction, 'account.welcome_by_function', payload, options);
        break;
      }
      case 'none':
        // The member still counts as welcomed. Otherwise each run would send the mail for the verification again.
        log.error('WELCOME_EMAIL_FUNCTION_URL is not an https://….run.app URL');
    }
  }

  return {
    /** Welcomes a member right after the sign-up, instead of in the run of the next minute. */
    scheduleSoon(): void {
      const timer = setTimeout(() => {
        timers.delete(timer);
        jobs
          .add(database, 'account.welcome', {})
          .catch((error) => log.error({ err: error }, 'welcome failed; retried by the next run'));
      }, PAUSE_MS);
      timers.add(timer);
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function callWelcomeFunction({
  url,
  payload,
}: {
  url: string;
  payload: WelcomePayload;
}): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    redirect: 'error',
    signal: AbortSignal.timeout(FUNCTION_TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The welcome function responded with ${answer.status}.`);
}
