/**
 * `node bench/all.ts`: runs the benchmarks one after the other and prints one table of their results with limits,
 * compared with the previous run on this machine (bench/results/). `--short` runs only the benchmarks that have
 * settings for a short run, in less than 30 minutes. The benchmarks of the browser run only if the environment variable
 * `CHROMIUM` is set. Names such as `save start` select single benchmarks.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Result } from './compare.ts';

type Bench = { name: string; args?: readonly string[]; short?: Record<string, string>; needs?: string };

/**
 * `short` contains the settings of the benchmark for a short run. A short run skips a benchmark without such settings.
 * `needs` is the name of an environment variable; if this variable is not set, the benchmark is skipped.
 */
const BENCHES: readonly Bench[] = [
  { name: 'start', short: {} },
  { name: 'my-list', short: { BENCH_ROUNDS: '3', BENCH_SECONDS: '2' } },
  { name: 'save', short: { BENCH_ROUNDS: '3', BENCH_SECONDS: '2' } },
  { name: 'peers/parse-server' },
  { name: 'growth', short: { BENCH_ROUNDS: '3', BENCH_SECONDS: '1', BENCH_LINKS: '1000000' } },
  { name: 'import-places-file', short: {} },
  { name: 'archive', short: {} },
  { name: 'photo-upload', short: {} },
  { name: 'preview-images', short: {} },
  { name: 'collections-live' },
  { name: 'places-import', args: ['--rows', '1000000'] },
  { name: 'places-search', args: ['--rows', '1000000'] },
  { name: 'places-typing', args: ['--rows', '1000000'] },
  { name: 'places-relevance', args: ['--rows', '300000'] },
  { name: 'list-filter', short: {} },
  { name: 'journal', needs: 'CHROMIUM', short: {} },
  { name: 'list-smoothness', needs: 'CHROMIUM', short: {} },
  { name: 'first-row', needs: 'CHROMIUM' },
  { name: 'import-review', needs: 'CHROMIUM' },
  { name: 'offline-start', needs: 'CHROMIUM' },
  { name: 'sheet-smoothness', needs: 'CHROMIUM' },
  { name: 'shared-list', needs: 'CHROMIUM' },
  { name: 'landing', needs: 'LIGHTHOUSE' },
  { name: 'largest-paint', needs: 'LIGHTHOUSE' },
];

type Run = { at: string; machine: string; load: number; results: Result[]; failed: string };

const FOLDER = 'bench/results';
const words = process.argv.slice(2);
const isShort = words.includes('--short');
const names = words.filter((word) => !word.startsWith('--'));
const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) throw new Error(`There is no benchmark ${unknown.join(', ')}.`);
const chosen = BENCHES.filter(
  ({ name, short, needs }) =>
    (names.length > 0 ? names.includes(name) : !isShort || short) && (!needs || process.env[needs]),
);

const previous = latestRun();
const run: Run = {
  at: new Date().toISOString(),
  machine: `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}`,
  load: os.loadavg()[1] ?? 0,
  results: [],
  failed: '',
};
const failed: string[] = [];
for (const bench of chosen) {
  const { results, isComplete } = await measure(bench);
  run.results.push(...results);
  if (!isComplete) failed.push(bench.name);
}
run.failed = failed.join(', ');

mkdirSync(FOLDER, { recursive: true });
const form = isShort ? 'short' : 'full';
writeFileSync(
  path.join(FOLDER, `${run.at.replaceAll(':', '-')}-${form}.json`),
  `${JSON.stringify(run, null, 2)}\n`,
);
console.log(table(run, previous));
if (run.failed !== '') {
  console.log(`\nEnded with an error: ${run.failed}`);
  process.exitCode = 1;
}

/** Runs the benchmark. The terminal shows its output; the results are read from a file. */
async function measure({ name, args = [], short }: Bench) {
  const file = path.join(os.tmpdir(), `momokzi-bench-${process.pid}.jsonl`);
  rmSync(file, { force: true });
  console.log(`\n# ${name}`);
  const child = spawn(process.execPath, [`bench/${name}.ts`, ...args], {
    env: { ...(isShort && short), ...process.env, BENCH_RESULTS: file },
    stdio: 'inherit',
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return { results: lines.map((line) => JSON.parse(line) as Result), isComplete: code === 0 };
}

/** Returns the latest run of the same kind. Short and full runs are not compared, because short runs are less exact. */
function latestRun(): Run | null {
  if (!existsSync(FOLDER)) return null;
  const ending = isShort ? '-short.json' : '-full.json';
  const file = readdirSync(FOLDER)
    .filter((name) => name.endsWith(ending))
    .sort()
    .at(-1);
  return file ? (JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Run) : null;
}

function table({ results }: Run, before: Run | null): string {
  const rows = results.map(({ name, value, wanted, pass }) => {
    const then = before?.results.find((result) => result.name === name)?.value;
    const ratio = then ? `${(value / then).toFixed(2)} ×` : '–';
    return [name, value.toPrecision(4), wanted, pass ? 'pass' : 'MISS', ratio];
  });
  const head = ['', 'measured', 'limit', '', `compared with ${before?.at.slice(0, 16) ?? 'no earlier run'}`];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
