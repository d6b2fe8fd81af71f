import type { Bar } from '../bar.ts';
import { addressOf, allEndpoints, isWrite, nameOf } from '../endpoints.ts';

/** Endpoints that other servers call. The requests of these servers are signed. */
const SIGNED = new Set(['POST /api/portone/webhook']);

export const csrf: Bar = {
  number: 10,
  name: 'csrf',
  claim: 'no other site can write with a member’s cookie, and no GET changes what a member has stored',
  check:
    'every writing endpoint must answer 403 to requests without an origin, with a foreign origin, with the origin null and from a cross-site fetch; no row of the database may change by a GET',
  control: 'the same requests with our own origin; a write between the two comparisons of the rows',
  run: async ({ start }) => {
    const product = await start();
    const as = await product.paidMember();
    const restaurantId = (await product.addByHand(as, '국밥집')).body.restaurant.id as string;
    const endpoints = await allEndpoints();
    const writes = endpoints.filter((endpoint) => isWrite(endpoint) && !SIGNED.has(nameOf(endpoint)));
    const origins: [name: string, headers: Record<string, string>][] = [
      ['no origin', { origin: '' }],
      ['foreign', { origin: 'https://evil.example' }],
      ['null', { origin: 'null' }],
      ['own name in a foreign one', { origin: `${product.origin}.evil.example` }],
      ['cross-site', { origin: product.origin, 'sec-fetch-site': 'cross-site' }],
    ];
    const refused = async (headers: Record<string, string>): Promise<string[]> => {
      const names: string[] = [];
      for (const endpoint of writes) {
        const answer = await product.send(endpoint.method, addressOf(endpoint, { restaurantId }, 'unknown'), {
          as,
          headers,
          ...(endpoint.schema.consumes ? { bytes: new Uint8Array([1]) } : { body: {} }),
        });
        if (answer.status === 403 && answer.body?.code === 'request.foreign_origin')
          names.push(nameOf(endpoint));
      }
      return names;
    };
    const faults: string[] = [];
    for (const [name, headers] of origins) {
      const names = new Set(await refused(headers));
      for (const endpoint of writes)
        if (!names.has(nameOf(endpoint))) faults.push(`${nameOf(endpoint)} with ${name}`);
    }

    const rows = async () =>
      JSON.stringify(
        await product.query(
          `select (xpath('/row/c/text()', query_to_xml(format('select md5(string_agg(t::text, '','' order by t::text)) as c from %I.%I t', table_schema, table_name), false, true, '')))[1]::text as hash, table_name
             from information_schema.tables
            where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_limits', 'sessions') order by table_name`,
        ),
      );
    const before = await rows();
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET'))
      await product.send('GET', addressOf(endpoint, { restaurantId }, 'unknown'), { as });
    if ((await rows()) !== before) faults.push('a GET changed a row');

    const own = await refused({});
    await product.addByHand(as, '냉면집');
    const isChanged = (await rows()) !== before;
    return {
      figure: `${writes.length} writing endpoints × ${origins.length} origins: ${faults.length} faults${faults.length ? ` (${faults.slice(0, 4).join('; ')})` : ''}`,
      isHeld: faults.length === 0 && writes.length > 50,
      controlFigure: `${own.length} refused; a write is ${isChanged ? '' : 'not '}noticed`,
      hasControlFailed: own.length === 0 && isChanged,
    };
  },
};
