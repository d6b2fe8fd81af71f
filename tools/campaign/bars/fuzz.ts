import fc from 'fast-check';
import { commonProblems, Problem } from '#common/problem.ts';
import type { Endpoint } from '#common/endpoint.ts';
import { requestsTo } from '#server/fuzz.test-factory.ts';
import type { Bar } from '../bar.ts';
import { allEndpoints, nameOf } from '../endpoints.ts';
import type { Person, Product } from '../product.ts';

const SEED = 20_261_123;
const CASES = Number(process.env.CAMPAIGN_FUZZ_CASES ?? 80);
/** Number of generated CSV files for the admin's import. The import once failed on arbitrary text. */
const CSV_CASES = 1_500;

export const fuzz: Bar = {
  number: 2,
  name: 'fuzz',
  claim: 'no input gets a 5xx or an answer outside its contract',
  check: `requests near the contract of every endpoint, and hostile CSV files for the admin's import, seed ${SEED}`,
  control: 'a column of the journal is renamed',
  run: async ({ start }) => {
    const product = await start();
    const endpoints = await allEndpoints();
    const member = await product.member();
    const knownId = (await product.addByHand(member, '하동관')).body.restaurant.id as string;
    const admin = await product.admin();
    const { cases, faults } = await fuzzAll({ product, endpoints, member, admin, knownId, runs: CASES });

    const csv = endpoints.filter(
      (endpoint) => nameOf(endpoint) === 'POST /api/admin/provided-restaurants/import',
    );
    let files = 0;
    await fc.assert(
      fc.asyncProperty(hostileCsv, fc.boolean(), async (text, isPreview) => {
        files++;
        const answer = await product.send('POST', csv[0]?.url ?? '', {
          as: admin,
          body: { csv: text, isPreview },
        });
        const fault = faultOf(csv[0] as Endpoint, answer.status, answer.text);
        if (fault) faults.push(`${fault}: ${JSON.stringify(text).slice(0, 200)}`);
      }),
      { numRuns: CSV_CASES, seed: SEED },
    );

    await product.query('alter table journal_entries rename column visit_date to visit_date_renamed');
    const journal = endpoints.filter(({ url }) => url.startsWith('/api/journal'));
    const control = await fuzzAll({ product, endpoints: journal, member, admin, knownId, runs: 20 });
    return {
      figure: `${cases} requests to ${endpoints.length} endpoints and ${files} CSV files: ${faults.length} faults${faults.length ? ` (${faults[0]?.slice(0, 160)})` : ''}`,
      isHeld: faults.length === 0 && cases + files >= 10_000,
      controlFigure: `${control.faults.length} faults in ${control.cases} requests`,
      hasControlFailed: control.faults.length > 0,
    };
  },
};

async function fuzzAll(given: {
  product: Product;
  endpoints: readonly Endpoint[];
  member: Person;
  admin: Person;
  knownId: string;
  runs: number;
}) {
  const { product, endpoints, runs } = given;
  const faults: string[] = [];
  let cases = 0;
  // The member may be replaced during the run, because a request may delete the account, end its session or lock it.
  let { member } = given;
  for (const endpoint of endpoints) {
    const isPublic = endpoint.url.startsWith('/api/account/sign-');
    const as = isPublic ? null : endpoint.access === 'admin' ? given.admin : member;
    await fc.assert(
      fc.asyncProperty(requestsTo(endpoint, given.knownId), async ({ url, payload, key }) => {
        cases++;
        const answer = await fetch(product.url + url, {
          method: endpoint.method,
          redirect: 'manual',
          headers: {
            origin: product.origin,
            'x-forwarded-for': `198.18.${cases % 250}.${(cases >> 8) % 250}`,
            'idempotency-key': key,
            ...(as && { cookie: as.cookie }),
            ...(payload !== undefined && { 'content-type': 'application/json' }),
          },
          ...(payload !== undefined && endpoint.method !== 'GET' && { body: payload }),
        });
        const fault = faultOf(endpoint, answer.status, await answer.text());
        if (fault) faults.push(`${nameOf(endpoint)} ${fault}`);
      }),
      { numRuns: runs, seed: SEED },
    );
    const me = await product.send('GET', '/api/me', { as: member });
    if (me.body?.me?.uid !== member.uid) member = await product.member();
  }
  return { cases, faults };
}

function faultOf({ schema, problems }: Endpoint, status: number, text: string): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 120)}`;
  const success = schema.response[status];
  if (success) {
    if (schema.produces) return null;
    return success.safeParse(text === '' ? undefined : JSON.parse(text)).success
      ? null
      : `${status}: other fields`;
  }
  if (300 <= status && status < 400) return null;
  const problem = Problem.safeParse(JSON.parse(text || 'null'));
  if (!problem.success) return `${status}: no problem document`;
  const known = [...Object.keys(commonProblems), ...problems];
  return known.includes(problem.data.code) ? null : `${status}: unknown code ${problem.data.code}`;
}

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    '"',
    '""',
    '하동관',
    '서울 중구 명동9길 12',
    '37.5',
    '999999',
    '-1e308',
    'NaN',
    '\u0000',
    '\ud83c',
    '=1+1',
    '2026-02-30',
    '9'.repeat(400),
    '가'.repeat(3_000),
    '\ufeff',
    '\r',
  ),
);
const HEADERS = 'name,address,lat,lng,phone,category,tags,source,episode,date'.split(',');
const hostileCsv = fc
  .record({
    header: fc.oneof(
      { weight: 6, arbitrary: fc.subarray(HEADERS, { minLength: 1 }) },
      { weight: 1, arbitrary: fc.array(cell, { maxLength: 8 }) },
    ),
    rows: fc.array(fc.array(cell, { maxLength: 11 }), { maxLength: 6 }),
    quoted: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
  })
  .map(({ header, rows, quoted, end }) =>
    [header, ...rows]
      .map((row) => row.map((one) => (quoted ? `"${one.replaceAll('"', '""')}"` : one)).join(','))
      .join(end),
  );
