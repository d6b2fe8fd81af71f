import { globSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '#common/endpoint.ts';
import { openCanary } from '#features/transfer/server/list-links/canary.test-factory.ts';
import type { Bar } from '../bar.ts';

export const ssrf: Bar = {
  number: 12,
  name: 'ssrf',
  claim: 'no address that a member sends makes the server connect to a machine of its own network',
  check:
    'a canary on loopback counts connections; its address is sent in 20 spellings (decimal, IPv6, mapped, user part, redirect words, other schemes) as a list link and in every text field of every writing endpoint',
  control: 'the sandbox address of the list links points at the canary',
  run: async ({ start, after }) => {
    const canary = await openCanary();
    after(canary.close);
    const product = await start();
    const as = await product.paidMember();
    const urls = spellings(canary.port);
    let sent = 0;
    for (const link of urls) {
      sent++;
      await product.send('POST', '/api/place-imports/list-links', { as, body: { link } });
    }
    const endpoints = (await allEndpoints()).filter(
      ({ access, method, schema, url }) =>
        access === 'member' && method !== 'GET' && !schema.consumes && !url.includes('account'),
    );
    for (const endpoint of endpoints)
      for (const url of urls.slice(0, 4)) {
        sent++;
        const body = Object.fromEntries(FIELDS.map((field) => [field, url]));
        await product.send(endpoint.method, endpoint.url.replaceAll(/:\w+/g, 'x'), { as, body });
      }
    const hits = canary.hits();

    const trusting = await start({
      environment: { SANDBOX: 'on', SANDBOX_LIST_LINKS_URL: canary.origin },
    });
    const link = `https://map.naver.com/p/favorite/sharedPlace/folder/${'a'.repeat(32)}`;
    const person = await trusting.paidMember();
    await trusting.send('POST', '/api/place-imports/list-links', { as: person, body: { link } });
    return {
      figure: `${sent} requests, ${hits} connections to the canary`,
      isHeld: hits === 0,
      controlFigure: `${canary.hits() - hits} connections`,
      hasControlFailed: canary.hits() > hits,
    };
  },
};

const FIELDS = [
  'link',
  'url',
  'website',
  'image',
  'photo',
  'name',
  'address',
  'note',
  'text',
  'review',
  'returnTo',
];

const spellings = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://0.0.0.0:${port}/`,
  `https://naver.me@127.0.0.1:${port}/x`,
  `https://127.0.0.1:${port}/#naver.me`,
  `https://naver.me:${port}/x`,
  `https://naver.me.127.0.0.1.nip.io:${port}/x`,
  `http://naver.me\\@127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/folder/${'a'.repeat(32)}`,
  `file:///etc/passwd`,
  `gopher://127.0.0.1:${port}/_x`,
  `http://169.254.169.254/latest/meta-data/`,
];

const ROOT = path.join(import.meta.dirname, '../../..');

async function allEndpoints(): Promise<Endpoint[]> {
  const files = globSync('features/**/*.contract.ts', { cwd: ROOT });
  const contracts = await Promise.all(files.map((file) => import(path.join(ROOT, file))));
  return contracts
    .flatMap((contract: Record<string, unknown>) => Object.values(contract))
    .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'access' in value);
}
