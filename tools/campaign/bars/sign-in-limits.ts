import { attemptLimits } from '#features/account/account.rules.ts';
import type { Bar, Campaign } from '../bar.ts';
import { type Answer, type Product, quantile, randomIpAddress } from '../product.ts';

const TRIES = 1_000;
const ADDRESSES = 50;

export const signInLimits: Bar = {
  number: 9,
  name: 'sign-in-limits',
  claim:
    'the number of tried passwords, codes and mailed links is limited per account and per IP address; a forged X-Forwarded-For header is ignored; a sign-in with an unknown e-mail address takes as long as with a known one',
  check: `${TRIES} wrong passwords for one account, then one for each of 200 e-mail addresses without an account, from one client that forges ${ADDRESSES} IP addresses; wrong reset links and API tokens, requests for reset mails, second-factor codes without a sign-in; median response time of eight sign-ins with a known and eight with an unknown e-mail address`,
  control: 'a product that trusts the X-Forwarded-For header (TRUSTED_PROXY=loopback)',
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
    if (!tooMany(right)) faults.push('the right password still signs in after the limit');
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
      figure: `requests that passed the limits: ${oneAccount} of ${TRIES} passwords for one account (the measurement of response times had already used 8 attempts), ${byAddress} of 200 for other e-mail addresses, ${links} of 200 reset links, ${tokens} of 300 API tokens, ${resets} of 60 requests for a reset mail, ${codes} of 60 codes without a sign-in; response time ${known.toFixed(0)} ms with a known e-mail address, ${unknown.toFixed(0)} ms with an unknown one; ${faults.length} faults${faults.length ? ` (${faults.join('; ')})` : ''}`,
      isHeld: faults.length === 0,
      controlFigure: `${control} of 200 passwords from forged IP addresses were not refused`,
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
