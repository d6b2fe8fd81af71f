/**
 * `node bench/import-review.ts [--rows 300000]`: matches 5,000 rows of an imported file with an index of places, one
 * after another as the review of an import does, for each form of rows that map services export. Screen and network are
 * not measured.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { localIndex } from '#features/places/server/search/local-index.ts';
import { matchImported } from '#features/transfer/server/match-rows.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { verdict } from './compare.ts';
import { importGeneratedRegister, table } from './places-database.ts';

const ROWS = 5_000;
const LIMIT_SECONDS = 60;

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '300000' } } });
const folder = path.resolve(process.env.BENCH_DIR ?? 'data/bench', `relevance-${options.rows}`);
const opened = await openConfiguredDatabase({
  settings: { DATA_DIR: folder, DATABASE_URL: undefined },
  log: { info: () => {}, warn: console.error },
});
await importGeneratedRegister({ ...opened, rows: Number(options.rows), folder });
const places = await opened.database
  .selectFrom('places')
  .select(['name', 'address', 'lat', 'lng'])
  .where('business_status', '=', 'operational')
  .orderBy('id')
  .limit(ROWS)
  .execute();
const index = localIndex(opened.database);

const results: (string | number)[][] = [];
for (const [form, hasAddress, hasPin] of [
  ['name and address', true, false],
  ['name, address and pin', true, true],
  ['name and pin', false, true],
  ['name alone', false, false],
] as const) {
  let certain = 0;
  const began = performance.now();
  for (const { name, address, lat, lng } of places) {
    const place = {
      name,
      address: hasAddress ? address : '',
      phoneNumber: '',
      coordinates: hasPin && lat !== null && lng !== null ? { lat, lng } : null,
      link: '',
      placeId: '',
    };
    const { state } = await matchImported({ place, index, saved: new Map(), chosenEarlier: null });
    if (state === 'certain') certain++;
  }
  const seconds = (performance.now() - began) / 1000;
  const share = `${Math.round((100 * certain) / places.length)} %`;
  results.push([form, seconds.toFixed(1), share, verdict(`${LIMIT_SECONDS} s`, seconds <= LIMIT_SECONDS)]);
}
console.log(table([`${places.length} rows`, 'seconds', 'certain', ''], results));
await opened.close();
