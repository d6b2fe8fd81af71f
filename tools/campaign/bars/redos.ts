import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileTexts } from '../hostile-texts.ts';
import type { Bar } from '../bar.ts';
import { allEndpoints, isWrite, nameOf } from '../endpoints.ts';
import type { Person, Product } from '../product.ts';

/** Maximum pause of the event loop in milliseconds, in addition to the pauses of the idle product. */
const LIMIT = 50;

export const redos: Bar = {
  number: 13,
  name: 'redos',
  claim: `no text blocks the server for more than ${LIMIT} ms`,
  check:
    'eight hostile texts, of 100 KB and of the longest length that the field allows, in every text field of search, sign-up and all writing endpoints; after each text, the longest pause of the event loop is read; a pause counts only up to the CPU time that the thread used',
  control: 'a regular expression with exponential running time is added',
  run: async ({ start }) => {
    const settings = { METRICS_TOKEN: 'campaign-metrics-token' };
    const product = await start({ environment: settings });
    const { worst, at, requests } = await attack(product, await product.paidMember());
    const broken = await start({ environment: settings, imports: ['tools/campaign/blocking.mjs'] });
    const control = await attack(broken, await broken.paidMember(), { isShort: true });
    return {
      figure: `${requests} requests; longest pause ${worst.toFixed(0)} ms (${at})`,
      isHeld: worst < LIMIT,
      controlFigure: `longest pause ${control.worst.toFixed(0)} ms`,
      hasControlFailed: control.worst >= LIMIT,
    };
  },
};

async function attack(product: Product, as: Person, { isShort = false } = {}) {
  const calls: [name: string, send: () => Promise<unknown>][] = [];
  for (const text of hostileTexts(100)) {
    const q = encodeURIComponent(text);
    calls.push(
      ['search', () => product.send('GET', `/api/places/autocomplete?q=${q}`, { as })],
      ['addresses', () => product.send('GET', `/api/places/addresses?q=${q}`, { as })],
      ['journal search', () => product.send('GET', `/api/journal/search?q=${q}`, { as })],
    );
  }
  if (!isShort) {
    const endpoints = (await allEndpoints()).filter(
      (endpoint) => isWrite(endpoint) && !endpoint.schema.consumes && !/sign-out|deletion/.test(endpoint.url),
    );
    for (const endpoint of endpoints)
      for (const text of hostileTexts(100_000)) {
        const body = Object.fromEntries(FIELDS.map((field) => [field, text]));
        const address = endpoint.url.replaceAll(/:\w+/g, 'x');
        calls.push([nameOf(endpoint), () => product.send(endpoint.method, address, { as, body })]);
      }
    for (const text of hostileTexts(5_000)) {
      const body = { restaurantName: '국밥', visitDate: 0, journalText: text };
      calls.push(['journal entry', () => product.send('POST', '/api/journal/entries', { as, body })]);
    }
    for (const text of hostileTexts(300))
      calls.push(['place by hand', () => product.addByHand(as, text.slice(0, 60))]);
  }
  // These requests warm up the product, so that compiling and the first garbage collections are not measured.
  for (const [, send] of calls.slice(0, 30)) await send();
  let [worst, at] = [0, ''];
  // On a busy machine the event loop also pauses while it waits for a processor. Therefore a pause counts only up to
  // the CPU time that the thread used.
  const pauseDuring = async (send: () => Promise<unknown>) => {
    await pause(product);
    const before = mainThreadCpu(product);
    await send();
    return Math.min(await pause(product), mainThreadCpu(product) - before);
  };
  for (const [name, send] of calls) {
    let seen = await pauseDuring(send);
    // Garbage collections also pause the event loop, but their pauses do not repeat. A pause that repeats is caused by
    // the text.
    for (let again = 0; seen >= LIMIT && again < 3; again++) {
      await sleep(200);
      seen = Math.min(seen, await pauseDuring(send));
    }
    if (seen > worst) [worst, at] = [seen, name];
  }
  return { worst, at, requests: calls.length };
}

/** Returns the longest pause of the event loop since the last call, in milliseconds. */
async function pause(product: Product): Promise<number> {
  const { text } = await product.send('GET', '/metrics', {
    headers: { authorization: 'Bearer campaign-metrics-token' },
  });
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0);
}

/** Returns the CPU time of the thread that runs the event loop, in milliseconds. */
const mainThreadCpu = (product: Product): number =>
  Number(readFileSync(`/proc/${product.pid()}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const FIELDS =
  'q,email,password,nickname,name,address,text,review,note,title,link,token,code,journalText,csv,reason'.split(
    ',',
  );
