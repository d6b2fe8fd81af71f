import { attemptLimits } from '#features/account/account.rules.ts';
import type { Bar, Campaign } from '../bar.ts';
import { type Answer, type Product, quantile, randomIpAddress } from '../product.ts';

const TRIES = 1_000;
const ADDRESSES = 50;

export const signInLimits: Bar = {
  number: 9,
  name: 'sign-in-limits',
  claim:
    'passwords, codes and mailed links can be tried a few times per account and per address; forged X-Forwarded-For is ignored; an unknown address takes as long as a known one',
  check: `${TRIES} wrong passwords for one account, then for 200 other accounts, with ${ADDRESSES} forged addresses; wrong reset links, second factors and API tokens; medians of eight response times`,
  control: 'a product that trusts the header (TRUSTED_PROXY=loopback)',
  run: async (campaign) => {
    const product = await campaign.start({ environment: { TRUSTED_PROXY: '' } });
    const faults: string[] = [];
    const member = await product.member();
    const forged = Array.from({ length: ADDRESSES }, randomIpAddress);
    const signIn = (email: string, from: string) =>
      product.send('POST', '/api/account/sign-in', { body: { email, password: 'wrong-password' }, from });
    const tooMany = ({ status }: Answer) => status === 429;

    // Measured before the limits apply: only ten attempts are allowed for the known account.
    const times: [known: number[], unknown: number[]] = [[], []];
    for (let n = 0; n < 8; n++) {
      times[0].push((await signIn(member.email, '127.0.0.1')).ms);
      times[1].push((await signIn(`nobody-${n}@example.com`, '127.0.0.1')).ms);
    }
    const [known, unknown] = [quantile(times[0], 0.5), quantile(times[1], 0.5)];
    const ratio = Math.max(known, unknown) / Math.min(known, unknown);
    if (ratio > 1.5) faults.push(`times differ by ${ratio.toFixed(2)}`);

    const oneAccount = await tries(TRIES, (n) => signIn(member.email, forged[n % ADDRESSES] as string));
    const allowed = attemptLimits.signInByAccount.attempts - 8;
    if (oneAccount > allowed) faults.push(`${oneAccount} tries at one account`);
    const right = await product.send('POST', '/api/account/sign-in', {
      body: { email: member.email, password: member.password },
    });
    if (!tooMany(right)) faults.push('the right password still works: the limit can be tested with it');
    const byAddress = await tries(200, (n) =>
      signIn(`other-${n}@example.com`, forged[n % ADDRESSES] as string),
    );
    if (byAddress > attemptLimits.signInByAddress.attempts)
      faults.push(`${byAddress} tries from one address`);

    const links = await tries(200, (n) =>
      product.send('PUT', '/api/account/password-reset', {
        body: { token: `guess-${n}`, newPassword: 'new-password', newPasswordConfirm: 'new-password' },
      }),
    );
    if (links > attemptLimits.mailLinkByAddress.attempts) faults.push(`${links} reset links tried`);
    const tokens = await tries(300, (n) =>
      product.send('GET', '/api/my-restaurants', { headers: { authorization: `Bearer mmz_${n}` } }),
    );
    if (tokens > attemptLimits.wrongTokenByAddress.attempts) faults.push(`${tokens} API tokens tried`);
    const resets = await tries(60, () =>
      product.send('POST', '/api/account/password-reset', { body: { email: member.email } }),
    );
    if (resets > attemptLimits.resetRequestByAddress.attempts) faults.push(`${resets} reset mails requested`);
    const codes = await tries(60, (n) =>
      product.send('POST', '/api/account/sign-in/second-factor', {
        body: { code: String(100_000 + n), isRecoveryCode: false, method: 'app' },
      }),
    );

    const control = await triesBehindTrustedProxy(campaign);
    return {
      figure: `of ${TRIES} passwords for one account ${oneAccount} were checked after the first 8, of 200 for other accounts ${byAddress}; ${links} reset links, ${tokens} API tokens, ${resets} reset mails, ${codes} codes without a password; known ${known.toFixed(0)} ms, unknown ${unknown.toFixed(0)} ms; ${faults.length} faults${faults.length ? ` (${faults.join('; ')})` : ''}`,
      isHeld: faults.length === 0,
      controlFigure: `${control} of 200 tries from forged addresses were checked`,
      hasControlFailed: control > attemptLimits.signInByAddress.attempts,
    };
  },
};

async function triesBehindTrustedProxy({ start }: Campaign): Promise<number> {
  const product: Product = await start({ environment: { TRUSTED_PROXY: 'loopback' } });
  const forged = Array.from({ length: ADDRESSES }, randomIpAddress);
  return tries(200, (n) =>
    product.send('POST', '/api/account/sign-in', {
      body: { email: `other-${n}@example.com`, password: 'wrong-password' },
      from: forged[n % ADDRESSES] as string,
    }),
  );
}

/** Attempts that were not answered with 429. */
async function tries(count: number, attempt: (n: number) => Promise<Answer>): Promise<number> {
  let checked = 0;
  for (let n = 0; n < count; n += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => attempt(n + at)));
    checked += answers.filter(({ status }) => status !== 429).length;
  }
  return checked;
}
