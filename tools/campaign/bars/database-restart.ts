import { setTimeout as sleep } from 'node:timers/promises';
import { familyOf, signalAll } from '../../../deploy/cluster/processes.ts';
import type { Bar } from '../bar.ts';
import type { Product } from '../product.ts';
import { killDatabase } from './kill.ts';

const CLIENTS = 16;
const SECONDS = 8;
const LIMIT_MS = 5_000;

export const databaseRestart: Bar = {
  number: 5,
  name: 'database-restart',
  claim: `after PostgreSQL is killed under load the product answers again within ${LIMIT_MS / 1000} s, with 503 only in the gap and without a restart of the server`,
  check: `${CLIENTS} clients read lists and save places; kill -9 of PostgreSQL, three times`,
  control: 'PostgreSQL is frozen (SIGSTOP) instead of killed',
  run: async ({ start }) => {
    const product = await start();
    const pid = product.pid();
    const gaps: number[] = [];
    const statuses = new Set<number>();
    for (let round = 0; round < 3; round++) {
      const seen = await underLoad(product, () => killDatabase(product));
      gaps.push(seen.gap);
      for (const status of seen.statuses) statuses.add(status);
    }
    const isSame = product.pid() === pid;
    const postmaster = product.postmaster() as number;
    const frozen = await underLoad(product, () => signalAll(familyOf(postmaster), 'SIGSTOP'));
    signalAll(familyOf(postmaster), 'SIGCONT');
    await sleep(2_000);
    const unexpected = [...statuses].filter((status) => ![200, 201, 304, 503].includes(status));
    return {
      figure: `gaps ${gaps.map((gap) => (gap / 1000).toFixed(2)).join(', ')} s; statuses ${[...statuses].sort((one, other) => one - other).join(', ')}`,
      isHeld: gaps.every((gap) => gap <= LIMIT_MS) && unexpected.length === 0 && isSame,
      controlFigure: `no successful answer for ${(frozen.gap / 1000).toFixed(1)} s`,
      hasControlFailed: frozen.gap > LIMIT_MS,
    };
  },
};

/** Measures the longest time in which no request that needs the database succeeds. */
async function underLoad(product: Product, fault: () => void) {
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => product.paidMember()));
  const successes: number[] = [];
  const statuses = new Set<number>();
  let isOn = true;
  const clients = people.map(async (as, client) => {
    for (let n = 0; isOn; n++) {
      const asked =
        client % 2 ? product.send('GET', '/api/journal', { as }) : product.addByHand(as, `집 ${client} ${n}`);
      const answer = await asked.catch(() => null);
      if (answer === null) statuses.add(0);
      else {
        statuses.add(answer.status);
        if (answer.status < 400) successes.push(Date.now());
        else await sleep(20);
      }
    }
  });
  await sleep(1_000);
  const began = Date.now();
  fault();
  await sleep(SECONDS * 1000);
  const ended = Date.now();
  isOn = false;
  // Requests to a frozen database end at their time limit.
  await Promise.race([Promise.all(clients), sleep(1_000)]);
  const moments = [began, ...successes.filter((at) => began <= at && at <= ended), ended].sort(
    (a, b) => a - b,
  );
  const gap = Math.max(...moments.slice(1).map((at, index) => at - (moments[index] as number)));
  return { gap, statuses };
}
