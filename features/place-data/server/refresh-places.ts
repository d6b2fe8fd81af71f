/**
 * `npm run places:download -- PROVINCE…`: downloads and imports the licence register of provinces, such as 서울 경기, or
 * of `all`. Without an argument, prints the provinces.
 * With `--due` the process runs the refreshes that are due, and prints one JSON line for each event. The server starts
 * it in this way.
 *
 * Exit codes: 0 if all refreshes were done, 1 if one failed, 2 if the command is invalid, 130 if it was interrupted.
 * An interrupted refresh is continued by the same command, or by the server.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { PROVINCES, provincesIn, type ProvinceCode } from '#common/regions.ts';
import type { Refresh } from '#features/place-data/place-data.contract.ts';
import { loadSettings } from '#server/config.ts';
import { type ConfiguredDatabase, openConfiguredDatabase } from '#server/database/configured-database.ts';
import { addRefresh, selectRefresh, underRefreshLock } from './place-data.sql.ts';
import { RefreshError } from './refresh-error.ts';
import type { RefreshContext } from './refresh-context.ts';
import { runRefreshes } from './run-refreshes.ts';

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 2_000;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error('interrupted')));
const { signal } = interruption;

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(signal.aborted ? 'Interrupted. Run the same command to continue.' : error.message);
  return signal.aborted ? 130 : 1;
});

async function main(words: string[]): Promise<number> {
  if (words.length === 0) {
    for (const { shortName, name } of PROVINCES) console.log(`${shortName}\t${name}`);
    console.log('\nUsage: npm run places:download -- PROVINCE… (or all)');
    return 0;
  }
  const isServer = words[0] === '--due';
  const provinces = isServer ? [] : provincesIn(words.join(' '));
  if ('unknown' in provinces) {
    console.error(`${provinces.unknown} is not a province. Run the command without a name to see all.`);
    return 2;
  }
  const settings = loadSettings();
  const report = (message: string) => console.error(message);
  const opened = await openConfiguredDatabase({ settings, log: { info: report, warn: report } });
  try {
    const context = { ...opened, settings, signal };
    return isServer ? await runDue(context) : await download(context, provinces);
  } finally {
    await opened.close();
  }
}

type Context = ConfiguredDatabase & Pick<RefreshContext, 'settings' | 'signal'>;

async function runDue(context: Context): Promise<number> {
  let hasFailed = false;
  await underRefreshLock(context.database, () =>
    runRefreshes({
      ...context,
      onChange: ({ id, province }, result) => {
        hasFailed ||= result instanceof RefreshError;
        const [event, error] = result instanceof RefreshError ? ['failed', describe(result)] : [result];
        console.log(JSON.stringify({ event, id, province, error }));
      },
    }),
  );
  return hasFailed ? 1 : 0;
}

/** Adds refreshes of the provinces and waits for them. Another process, such as the server, may run them. */
async function download(context: Context, provinces: readonly ProvinceCode[]): Promise<number> {
  const { database } = context;
  const added: string[] = [];
  for (const province of provinces)
    added.push((await addRefresh(database, { province, startedBy: 'command' })).refresh.id);
  const ended = new AbortController();
  const printing = printProgress(context, { ids: added, ended: ended.signal });
  try {
    await underRefreshLock(context.database, () =>
      runRefreshes({
        ...context,
        onChange: (_, result) => {
          if (result instanceof RefreshError && result.code === 'error') console.error(describe(result));
        },
      }),
    );
    // If another process has the lock, it runs the refreshes.
    while (await hasActive(context, added)) await pause(PROGRESS_MS, undefined, { signal });
  } finally {
    ended.abort();
    await printing;
  }
  let code = 0;
  for (const id of added) {
    const refresh = await selectRefresh(database, id);
    if (refresh === null) continue;
    console.log(resultOf(refresh));
    if (refresh.state !== 'done') code = 1;
  }
  return code;
}

async function hasActive({ database }: Context, ids: readonly string[]): Promise<boolean> {
  const refreshes = await Promise.all(ids.map((id) => selectRefresh(database, id)));
  return refreshes.some((refresh) => refresh?.finishedAt === null);
}

async function printProgress(
  { database }: Context,
  { ids, ended }: { ids: readonly string[]; ended: AbortSignal },
): Promise<void> {
  let last = '';
  while (!ended.aborted) {
    // The pause rejects when the refreshes have ended.
    await pause(PROGRESS_MS, undefined, { signal: ended }).catch(() => {});
    for (const id of ids) {
      const refresh = await selectRefresh(database, id);
      if (refresh?.state !== 'running') continue;
      const { step, kind, done, total } = refresh;
      const share = total === 0 ? '' : ` ${Math.floor((100 * done) / total)}%`;
      const line = `${nameOf(refresh)}: ${step ?? 'starting'} ${kind ?? ''}${share}`;
      if (line !== last) console.error(line);
      last = line;
    }
  }
}

function resultOf(refresh: Refresh): string {
  const sum = (key: 'rows' | 'added' | 'changed' | 'refused') =>
    refresh.files.reduce((total, file) => total + file[key], 0);
  const counts = `${sum('rows')} rows, ${sum('added')} new, ${sum('changed')} changed, ${sum('refused')} rejected`;
  const failure = refresh.failure ? ` (${refresh.failure.code})` : '';
  return `${nameOf(refresh)}: ${refresh.state}${failure}; ${counts}.`;
}

const nameOf = ({ province }: Refresh): string =>
  PROVINCES.find(({ code }) => code === province)?.name ?? 'file';

function describe(error: RefreshError): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.stack ?? cause.message}` : error.message;
}
