import { cpuBetween, processFamily, readCpu } from './cpu-meter.ts';
import { generateLoad, type LoadRequest } from './load-generator.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const SECONDS_PER_ROUND = Number(process.env.BENCH_SECONDS ?? 3);

export type Variant = {
  server: { pid: number; port: number };
  /** The expected status of every answer. */
  status: number;
  next: () => LoadRequest;
};

/**
 * The results of one variant in one round. `p50` and `p99` are the duration of a request in milliseconds. The CPU times
 * are milliseconds per request, read from /proc.
 */
export type Round = { perSecond: number; p50: number; p99: number; serverCpu: number; databaseCpu: number };

/**
 * Measures the variants in turn, round after round, so that other load of the machine affects all of them. The first
 * round is a warm-up. Any wrong answer ends the comparison with an error.
 */
export async function compare<Name extends string>({
  variants,
  databasePid,
}: {
  variants: Record<Name, Variant>;
  databasePid: number;
}): Promise<Record<Name, Round[]>> {
  const names = Object.keys(variants) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Round[]>;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of names) {
      const { server, status, next } = variants[name];
      const cpu = () => ({ server: readCpu([server.pid]), database: readCpu(processFamily(databasePid)) });
      const before = cpu();
      const load = await generateLoad({
        port: server.port,
        connections: 16,
        seconds: SECONDS_PER_ROUND,
        status,
        next,
      });
      const after = cpu();
      if (load.failures > 0)
        throw new Error(`${load.failures} of ${load.requests} answers of ${name} were wrong.`);
      if (round === 0) continue;
      measured[name].push({
        perSecond: load.requests / load.seconds,
        p50: load.p50,
        p99: load.p99,
        serverCpu: cpuBetween(before.server, after.server) / load.requests,
        databaseCpu: cpuBetween(before.database, after.database) / load.requests,
      });
    }
  }
  return measured;
}

export const totalCpu = (round: Round): number => round.serverCpu + round.databaseCpu;

/**
 * Returns the median of the ratios of CPU time `of / by`, one ratio per round. A result above 1 means that `by` takes
 * less CPU time.
 */
export const cpuRatio = (of: readonly Round[], by: readonly Round[]): number =>
  median(of.map((round, at) => totalCpu(round) / totalCpu(by[at] ?? round)));

/** Returns a Markdown table with the medians over the rounds, the highest rate and the lowest CPU time. */
export function asTable(measured: Record<string, readonly Round[]>): string {
  const rows = Object.entries(measured).map(([name, rounds]) => {
    const of = (figure: (round: Round) => number) => median(rounds.map(figure));
    return [
      name,
      `${Math.round(of((r) => r.perSecond))} / ${Math.round(Math.max(...rounds.map((r) => r.perSecond)))}`,
      `${of((r) => r.p50).toFixed(1)} / ${of((r) => r.p99).toFixed(1)}`,
      of((r) => r.serverCpu).toFixed(3),
      of((r) => r.databaseCpu).toFixed(3),
      `${of(totalCpu).toFixed(3)} (${Math.min(...rounds.map(totalCpu)).toFixed(3)})`,
    ];
  });
  const head = [
    '',
    'req/s median / best',
    'p50 / p99 ms',
    'server CPU ms',
    'database CPU ms',
    'CPU ms (least)',
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the limit of a figure and whether it was reached, as text. */
export const verdict = (wanted: string, isReached: boolean): string =>
  `(wanted: ${wanted}; ${isReached ? 'pass' : 'MISS'})`;

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
