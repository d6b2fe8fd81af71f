/**
 * `node bench/equal-timing.ts`: measures whether response times reveal that an address has an account. Sends log-ins
 * with a wrong password, and password resets, alternately for an address with an account and for an address without an
 * account. Reports the ratio of the median times. A ratio of 1.00 means that the times reveal nothing.
 * features/account/sign-in/server/equal-work.test.ts asserts that the server does the same work for both addresses.
 */
import { addAccount } from '#features/account/server/account.public.ts';
import { signIn } from '#features/account/account.contract.ts';
import { requestPasswordReset } from '#features/account/mail-links/mail-links.contract.ts';
import { buildApp } from '#server/app.ts';
import { loadSettings } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { openBenchDatabase } from './bench-database.ts';

const ACCOUNTS = 60;
/** Number of log-ins per account. It must be below the limit of attempts. */
const SIGN_INS = 6;
const RESETS = 4;

const bench = await openBenchDatabase({ name: 'equal_timing', load: async () => {} });
const opened = openDatabase({ connectionString: bench.connectionString });
const settings = loadSettings({
  NODE_ENV: 'test',
  DATA_DIR: 'data/bench/server',
  AUTH_SECRET: 'x'.repeat(32),
});
const app = await buildApp({ ...opened, settings, jobs: createJobs(opened) });

await bench.pool.query('delete from rate_limits');
const known = Array.from({ length: ACCOUNTS }, (_, n) => `known-${n}@example.com`);
const unknown = known.map((_, n) => `nobody-${n}@example.com`);
for (const email of known)
  await addAccount(opened.database, {
    nickname: '예시',
    email,
    password: 'bowl-of-rice',
    emailVerified: true,
    createdAt: new Date(),
  });

let sender = 0;
async function timed({ method, url }: { method: 'POST'; url: string }, payload: object): Promise<number> {
  const address = sender++;
  const started = performance.now();
  await app.inject({
    method,
    url,
    headers: { origin: settings.BASE_URL },
    remoteAddress: `198.18.${(address >> 8) & 255}.${address & 255}`,
    payload,
  });
  return performance.now() - started;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] as number;

async function compare(
  name: string,
  repeats: number,
  ask: (email: string) => Promise<number>,
): Promise<void> {
  const [ofKnown, ofUnknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < repeats; round++)
    for (const [n, email] of known.entries()) {
      ofKnown.push(await ask(email));
      ofUnknown.push(await ask(unknown[n] as string));
    }
  const [one, other] = [median(ofKnown), median(ofUnknown)];
  console.log(
    `| ${name} | ${ofKnown.length} | ${one.toFixed(2)} | ${other.toFixed(2)} | ${(other / one).toFixed(2)} |`,
  );
}

console.log('| request | times each | known, median ms | unknown, median ms | ratio |');
console.log('|---|---|---|---|---|');
await compare('log-in, wrong password', SIGN_INS, (email) =>
  timed(signIn, { email, password: 'not-this-one' }),
);
await compare('new password', RESETS, (email) => timed(requestPasswordReset, { email }));

await app.close();
await opened.close();
await bench.stop();
