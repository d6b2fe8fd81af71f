import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bar } from '../bar.ts';

const MINUTES = Number(process.env.CAMPAIGN_SOAK_MINUTES ?? 60);
const CONTROL_MINUTES = Math.min(MINUTES, 4);
/**
 * Maximum growth per minute in the second half of the run: `rss` in megabytes, `files` and `connections` as numbers.
 */
const LIMITS = { rss: 0.5, files: 0.3, connections: 0.1 };

type Fit = { from: number; rss: number; heap: number; files: number; connections: number };
type Soak = {
  minutes: number;
  requests: number;
  failures: Record<string, number>;
  fits: Fit[];
  samples: { minute: number; rss: number; heap: number }[];
};

export const soak: Bar = {
  number: 17,
  name: 'soak',
  claim: 'memory, open files and database connections do not grow under mixed load',
  check: `bench/mixed-load.ts for ${MINUTES} minutes (CAMPAIGN_SOAK_MINUTES; CAMPAIGN_SOAK_RESULT takes the result of an earlier run); the growth is the slope of a least-squares line through the samples of the second half, one sample every 10 s`,
  control: `a server that keeps 100 KB per request, for ${CONTROL_MINUTES} minutes`,
  run: async ({ folder }) => {
    const earlier = process.env.CAMPAIGN_SOAK_RESULT;
    const real = earlier
      ? (JSON.parse(readFileSync(earlier, 'utf8')) as Soak)
      : await load({ folder, minutes: MINUTES });
    const control = await load({ folder, minutes: CONTROL_MINUTES, module: 'tools/campaign/leak.mjs' });
    const failures = Object.values(real.failures).reduce((sum, count) => sum + count, 0);
    return {
      figure: `${real.minutes} minutes, ${real.requests} requests, ${failures} failures; second half: ${said(real)}; ${Math.round(Math.max(...real.samples.map(({ rss }) => rss)))} MB at most; lowest heap of the first and last ten minutes ${lowestHeap(real).join(' and ')} MB`,
      isHeld: isFlat(real) && failures === 0,
      controlFigure: said(control),
      hasControlFailed: !isFlat(control),
    };
  },
};

/**
 * Returns the lowest heap size in the first ten minutes and in the last ten minutes. The lowest size is about the size
 * after a garbage collection.
 */
const lowestHeap = ({ minutes, samples }: Soak): number[] =>
  [0, minutes - 10].map((from) =>
    Math.round(
      Math.min(
        ...samples.filter(({ minute }) => from <= minute && minute < from + 10).map(({ heap }) => heap),
      ),
    ),
  );

const secondHalf = ({ fits }: Soak) => fits.at(-1) as Fit;
const isFlat = (soaked: Soak): boolean =>
  Object.entries(LIMITS).every(([of, limit]) => secondHalf(soaked)[of as keyof typeof LIMITS] <= limit);
const said = (soaked: Soak): string => {
  const { rss, heap, files, connections } = secondHalf(soaked);
  const one = (value: number) => value.toFixed(2);
  return `memory ${one(rss)} MB, heap ${one(heap)} MB, files ${one(files)}, connections ${one(connections)} per minute`;
};

async function load({
  folder,
  minutes,
  module,
}: {
  folder: string;
  minutes: number;
  module?: string;
}): Promise<Soak> {
  const out = path.join(folder, 'soak.json');
  const root = path.join(import.meta.dirname, '../../..');
  const child = spawn(process.execPath, ['bench/mixed-load.ts'], {
    cwd: root,
    env: {
      ...process.env,
      BENCH_MINUTES: String(minutes),
      LOAD_OUT: out,
      ...(module && { LOAD_IMPORT: path.join(root, module) }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`bench/mixed-load.ts ended with ${String(code)}.`);
  return JSON.parse(readFileSync(out, 'utf8')) as Soak;
}
