import { randomBytes } from 'node:crypto';
import { Agent } from 'undici';
import type { Bar } from '../bar.ts';
import { quantile } from '../product.ts';

const GUESSES = Number(process.env.CAMPAIGN_GUESSES ?? 1_000_000);
/** Time limit in minutes. If the guesses take longer, the bar fails. */
const MINUTES = Number(process.env.CAMPAIGN_GUESS_MINUTES ?? 30);
const CONNECTIONS = 32;
const PIPELINED = 8;

export const guessing: Bar = {
  number: 8,
  name: 'guessing',
  claim:
    'ids of links have at least 128 random bits and cannot be found by guessing; one address may try 20 unknown links per minute; a revoked link is unknown at once',
  check: `${GUESSES.toLocaleString('en')} guessed ids of links to lists, entries and calendars, each from another address, within ${MINUTES} minutes; the time of a wrong guess is compared with the time of a revoked link`,
  control: 'a real id among the guesses',
  run: async ({ start }) => {
    const product = await start();
    const as = await product.paidMember();
    await product.addByHand(as, '국밥집');
    const share = async () =>
      (
        await product.send('POST', '/api/list-shares', {
          as,
          body: {
            title: '목록',
            selection: { of: 'all' },
            shows: { ratings: true, reviews: true, memos: true },
          },
        })
      ).body;
    const idOf = (made: any): string => made.id ?? made.share.id;
    const ids = await Promise.all(Array.from({ length: 40 }, async () => idOf(await share())));
    const faults: string[] = [];
    // 22 base64url characters contain 128 bits. If a position has only a few different characters, the id is not
    // random.
    if (ids.some((id) => id.length < 22)) faults.push('ids are shorter than 128 bits');
    for (let at = 0; at < 20; at++)
      if (new Set(ids.map((id) => id[at])).size < 12) faults.push(`character ${at} is not random`);

    const [real = '', revoked = ''] = ids;
    const statusOf = async (id: string, from?: string) =>
      (await product.send('GET', `/api/shared-lists/${id}`, { ...(from && { from }) })).status;
    if ((await statusOf(revoked)) !== 200) faults.push('a link does not open');
    await product.send('DELETE', `/api/list-shares/${revoked}`, { as });
    if ((await statusOf(revoked)) !== 404) faults.push('a revoked link opens');
    const limited: number[] = [];
    for (let n = 0; n < 30; n++) limited.push(await statusOf(guess(), '198.19.0.1'));
    if (limited.filter((status) => status === 404).length > 20) faults.push('no limit for unknown links');

    const times: [revoked: number[], unknown: number[]] = [[], []];
    for (let n = 0; n < 200; n++) {
      times[0].push((await product.send('GET', `/api/shared-lists/${revoked}`)).ms);
      times[1].push((await product.send('GET', `/api/shared-lists/${guess()}`)).ms);
    }
    const difference = Math.abs(quantile(times[0], 0.5) - quantile(times[1], 0.5));
    if (difference > 1) faults.push(`a revoked link takes ${difference.toFixed(2)} ms longer`);

    const addresses = ['/api/shared-lists/', '/api/shared-entries/', '/api/calendars/'];
    const { tried, found, others } = await guessAll(product.port, GUESSES, (n) => {
      const address = addresses[n % addresses.length] as string;
      return `${address}${guess()}${address.includes('calendars') ? '/journal.ics' : ''}`;
    });
    if (tried < GUESSES) faults.push(`stopped after ${MINUTES} minutes`);
    if (others > 0) faults.push(`${others} answers are neither 404 nor 200`);
    const control = await guessAll(
      product.port,
      1_000,
      (n) => `/api/shared-lists/${n === 500 ? real : guess()}`,
    );
    return {
      figure: `${tried.toLocaleString('en')} guesses, ${found} found; unknown and revoked differ by ${difference.toFixed(2)} ms; ${faults.length} faults${faults.length ? ` (${faults.join('; ')})` : ''}`,
      isHeld: found === 0 && faults.length === 0,
      controlFigure: `${control.found} found in ${control.tried.toLocaleString('en')}`,
      hasControlFailed: control.found === 1,
    };
  },
};

const guess = () => randomBytes(24).toString('base64url');

async function guessAll(port: number, count: number, next: (n: number) => string) {
  const agent = new Agent({ connections: CONNECTIONS / PIPELINED, pipelining: PIPELINED });
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + MINUTES * 60_000;
  let [begun, tried, found, others] = [0, 0, 0, 0];
  const one = async () => {
    while (begun < count && Date.now() < until) {
      const path = next(begun++);
      const headers = { 'x-forwarded-for': randomIpAddress() };
      const { statusCode, body } = await agent.request({ origin, path, method: 'GET', headers });
      await body.dump();
      tried++;
      if (statusCode === 200) found++;
      else if (statusCode !== 404) others++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  await agent.close();
  return { tried, found, others };
}

/** Returns a new address for every guess. Therefore the limit of unknown links per address does not apply. */
const randomIpAddress = () => `10.${[...randomBytes(3)].join('.')}`;
