import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SESSION_LENGTH_MS } from '#features/account/account.rules.ts';
import type { Bar } from '../bar.ts';
import { cookieOf, type Person, type Product, until } from '../product.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const RESET_LINK_MS = HOUR;
const SHARE_MS = 3 * HOUR;

export const sessions: Bar = {
  number: 14,
  name: 'sessions',
  claim:
    'a sign-in creates a new session and ends the previous session of that browser; a changed or reset password ends all others; sessions, reset links and shares expire on time',
  check:
    'scripted over HTTP; the server’s clock is set to one minute before and one minute after 30 days, one hour and three hours',
  control: 'the same requests one minute before the end',
  run: async ({ start, folder }) => {
    const clock = path.join(folder, 'clock');
    const setClock = async (ahead: number) => {
      writeFileSync(clock, String(ahead));
      await sleep(200);
    };
    const product = await start({
      environment: { CAMPAIGN_CLOCK: clock },
      imports: ['tools/campaign/clock.mjs'],
    });
    const faults: string[] = [];
    const expectIs = (what: string, is: unknown, wanted: unknown) => {
      if (is !== wanted) faults.push(`${what}: ${String(is)}`);
    };
    const isSignedIn = async (cookie: string) =>
      (await product.send('GET', '/api/me', { headers: { cookie } })).body.me !== null;
    const signIn = async ({ email, password }: Person, cookie = '') => {
      const answer = await product.send('POST', '/api/account/sign-in', {
        body: { email, password },
        headers: { cookie },
      });
      return cookieOf(answer);
    };

    const person = await product.member();
    // Session fixation: a cookie that an attacker has set is not accepted.
    const planted = `${person.cookie.split('=')[0]}=planted.signature`;
    const fresh = await signIn(person, planted);
    expectIs('planted cookie is signed in', await isSignedIn(planted), false);
    expectIs('new cookie is signed in', await isSignedIn(fresh), true);
    const renewed = await signIn(person, fresh);
    expectIs('session before the sign-in', await isSignedIn(fresh), false);
    const changed = await product.send('PUT', '/api/account/password', {
      headers: { cookie: renewed },
      body: {
        currentPassword: person.password,
        newPassword: 'second-password',
        newPasswordConfirm: 'second-password',
      },
    });
    const afterChange = cookieOf(changed);
    expectIs('other session after a password change', await isSignedIn(person.cookie), false);
    expectIs('old cookie after a password change', await isSignedIn(renewed), false);
    expectIs('new cookie after a password change', await isSignedIn(afterChange), true);
    await product.send('POST', '/api/account/sign-out', { headers: { cookie: afterChange } });
    expectIs('after signing out', await isSignedIn(afterChange), false);
    const again = await signIn({ ...person, password: 'second-password' });
    const token = await resetToken(product, person);
    const reset = (with_: string) =>
      product.send('PUT', '/api/account/password-reset', {
        body: { token: with_, newPassword: 'third-password', newPasswordConfirm: 'third-password' },
      });
    expectIs('reset', (await reset(token)).status, 200);
    expectIs('session after a reset', await isSignedIn(again), false);
    expectIs('second use of a reset link', (await reset(token)).status, 410);

    // The session must be valid a minute before each limit, and invalid a minute after it.
    const early: boolean[] = [];
    const [before, after] = [await product.member(), await product.member()];
    const [resetBefore, resetAfter] = [await resetToken(product, before), await resetToken(product, after)];
    const paid = await product.paidMember();
    const made = await product.send('POST', '/api/list-shares', {
      as: paid,
      body: {
        title: '세 시간',
        selection: { of: 'all' },
        shows: { ratings: true, reviews: true, memos: true },
        expiresAt: Date.now() + SHARE_MS,
      },
    });
    const shareId = made.body?.share?.id ?? made.body?.id;
    const shareStatus = async () => (await product.send('GET', `/api/shared-lists/${shareId}`)).status;
    const unused = [await product.member(), await product.member()];

    await setClock(RESET_LINK_MS - MINUTE);
    early.push((await reset(resetBefore)).status === 200);
    await setClock(RESET_LINK_MS + MINUTE);
    expectIs('reset link after its end', (await reset(resetAfter)).status, 410);
    await setClock(SHARE_MS - MINUTE);
    early.push((await shareStatus()) === 200);
    await setClock(SHARE_MS + MINUTE);
    expectIs('share after its end', await shareStatus(), 404);
    await setClock(SESSION_LENGTH_MS - MINUTE);
    early.push(await isSignedIn(unused[0]?.cookie ?? ''));
    await setClock(SESSION_LENGTH_MS + MINUTE);
    expectIs('session after its end', await isSignedIn(unused[1]?.cookie ?? ''), false);
    // The first session was used a minute before its end. This use extended the session.
    expectIs('used session', await isSignedIn(unused[0]?.cookie ?? ''), true);
    return {
      figure: `13 steps: ${faults.length} faults${faults.length ? ` (${faults.join('; ')})` : ''}`,
      isHeld: faults.length === 0,
      controlFigure: `reset link, share, session valid: ${early.join(', ')}`,
      hasControlFailed: early.every(Boolean),
    };
  },
};

/** Reads the link from the mail, which is written to a file. */
async function resetToken(product: Product, { email }: Person): Promise<string> {
  await product.send('POST', '/api/account/password-reset', { body: { email } });
  const folder = path.join(product.dataFolder, 'mail');
  let token = '';
  await until(async () => {
    for (const file of readdirSync(folder)) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      if (!text.includes(email)) continue;
      const plain = [
        text,
        ...[...text.matchAll(/^[A-Za-z0-9+/=\r\n]{100,}$/gm)].map(([part]) =>
          Buffer.from(part, 'base64').toString(),
        ),
      ]
        .join('\n')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=');
      const found = /password-reset\?token=([\w-]{43})/.exec(plain)?.[1];
      if (found) token = found;
    }
    return token !== '';
  }, 20);
  if (token === '') throw new Error('No mail with a reset link was written.');
  return token;
}
