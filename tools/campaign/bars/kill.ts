import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bar } from '../bar.ts';
import { type Person, type Product, until } from '../product.ts';

const WRITERS = 8;
const ROUNDS = Number(process.env.CAMPAIGN_KILLS ?? 6);
/** Duration of the writes before each kill, in milliseconds. */
const WRITING = 1_500;

export const kill: Bar = {
  number: 3,
  name: 'kill',
  claim: 'kill -9 of server or database during writes loses no acknowledged write and stores none twice',
  check: `${WRITERS} clients save places and repeat each request with the same key until it is acknowledged; meanwhile the server, and PostgreSQL with all its processes, are killed in turn (kill -9)`,
  control: 'synchronous_commit=off and PostgreSQL alone killed',
  run: async ({ start }) => {
    const real = await writeThroughKills(await start(), ['server', 'database']);
    const careless = await start();
    await careless.query('alter role momokzi set synchronous_commit = off');
    await careless.query(`alter system set wal_writer_delay = '10s'`);
    await careless.stop();
    await careless.restart();
    const control = await writeThroughKills(careless, ['database']);
    return {
      figure: `${ROUNDS} kills, ${real.acknowledged} acknowledged: ${real.lost} lost, ${real.twice} stored twice, answers again after ${real.gap} s at most`,
      isHeld: real.lost === 0 && real.twice === 0 && real.acknowledged > 100,
      controlFigure: `${control.lost} of ${control.acknowledged} acknowledged lost`,
      hasControlFailed: control.lost > 0,
    };
  },
};

async function writeThroughKills(product: Product, victims: readonly ('server' | 'database')[]) {
  const people = await Promise.all(Array.from({ length: WRITERS }, () => product.paidMember()));
  const acknowledged: string[] = [];
  let isOn = true;
  const write = async (person: Person) => {
    while (isOn) {
      const name = `집 ${randomUUID()}`;
      const headers = { 'idempotency-key': randomUUID() };
      for (;;) {
        const answer = await product.addByHand(person, name, { headers }).catch(() => null);
        if (answer?.status === 201) break;
        if (!isOn) return;
        await sleep(50);
      }
      acknowledged.push(name);
    }
  };
  const writing = people.map(write);
  let gap = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(WRITING);
    const began = performance.now();
    if (victims[round % victims.length] === 'server') {
      await product.kill();
      await product.restart();
    } else killDatabase(product);
    const before = acknowledged.length;
    await until(async () => acknowledged.length > before, 60);
    gap = Math.max(gap, (performance.now() - began) / 1000);
  }
  isOn = false;
  await Promise.all(writing);
  const rows = await product.query<{ name: string; count: number }>(
    `select p.name, count(*)::int as count from my_restaurants m join restaurants_public p on p.id = m.restaurant_id
      where m.user_id = any($1) group by p.name`,
    [people.map(({ uid }) => uid)],
  );
  const stored = new Map(rows.map(({ name, count }) => [name, count]));
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((name) => !stored.has(name)).length,
    twice: [...stored.values()].filter((count) => count > 1).length,
    gap: gap.toFixed(1),
  };
}

export function killDatabase(product: Product): void {
  const pid = product.postmaster();
  if (pid === null) throw new Error('PostgreSQL does not run.');
  // The processes of PostgreSQL are children of the postmaster.
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  for (const each of [pid, ...children.map(Number)]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}
