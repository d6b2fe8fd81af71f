/**
 * `npm run payments:reconcile`: compares the ledger with PortOne and prints the differences. Exit code: 0 without
 * differences, 1 with differences, 2 after a failure. `-- --days 30` covers 30 days; the default is 90 days, PortOne's
 * default limit.
 */
import { parseArgs } from 'node:util';
import { DAY_MS } from '#common/dates.ts';
import { loadSettings } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { createPortOne, paymentSetup, PortOneUnreachable } from './portone.ts';
import { reconcile } from './reconcile.ts';
const { values } = parseArgs({ options: { days: { type: 'string', default: '90' } } });
const settings = loadSettings();
const setup = paymentSetup(settings);
process.exitCode = setup ? await compare(setup) : fail('Payment is not set up: PORTONE_STORE_ID is missing.');

async function compare(setup: NonNullable<ReturnType<typeof paymentSetup>>): Promise<number> {
  const days = Number(values.days);
  if (!(days > 0)) return fail('--days must be a number above 0.');
  const log = { info: () => {}, warn: (message: string) => console.error(message) };
  const { database, close } = await openConfiguredDatabase({ settings, log });
  try {
    const portOne = createPortOne({ setup, apiUrl: settings.PORTONE_API_URL });
    const since = new Date(Date.now() - days * DAY_MS);
    const { compared, differences } = await reconcile({ database, portOne, setup, since });
    for (const { paymentId, says } of differences) console.log(`${paymentId}  ${says}`);
    console.log(`${compared} payments compared, ${differences.length} differ.`);
    return differences.length > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof PortOneUnreachable) return fail(error.message);
    throw error;
  } finally {
    await close();
  }
}

function fail(sentence: string): number {
  console.error(sentence);
  return 2;
}
