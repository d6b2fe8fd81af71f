/**
 * `npm run campaign` starts the product, checks the reliability bars, each with a control that must fail, and prints the
 * rows of the table in docs/reliability.md. `npm run campaign -- NAME …` runs some of them. CAMPAIGN_PORT is the first of
 * 400 ports.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Bar, Campaign, Outcome } from './bar.ts';
import { backup } from './bars/backup.ts';
import { diskFull } from './bars/disk-full.ts';
import { guessing } from './bars/guessing.ts';
import { kill } from './bars/kill.ts';
import { slowClients } from './bars/slow-clients.ts';
import { soak } from './bars/soak.ts';
import { ssrf } from './bars/ssrf.ts';
import { startProduct } from './product.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const FIRST_PORT = Number(process.env.CAMPAIGN_PORT ?? 13_600);

const bars: readonly Bar[] = [kill, diskFull, slowClients, guessing, ssrf, soak, backup];
const names = process.argv.slice(2);
const unknown = names.filter((name) => !bars.some((bar) => bar.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown bars: ${unknown.join(', ')}. The bars are: ${bars.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

const chosen = bars.filter(({ name }) => names.length === 0 || names.includes(name));
// The soak takes an hour and waits most of this time. Meanwhile the other bars run, one after another.
const soaking = chosen.includes(soak) ? check(soak) : undefined;
for (const bar of chosen) {
  if (bar !== soak) await check(bar);
}
await soaking;

async function check(bar: Bar): Promise<void> {
  console.error(`${bar.number}. ${bar.name}: ${bar.claim}`);
  const outcome = await runBar(bar).catch((error: Error): Outcome => ({
    figure: `not finished: ${error.message.split('\n')[0]}`,
    isHeld: false,
    controlFigure: '',
    hasControlFailed: false,
  }));
  if (!(outcome.isHeld && outcome.hasControlFailed)) process.exitCode = 1;
  const cells = [
    bar.number,
    `**${bar.name}**: ${bar.claim}`,
    bar.check,
    outcome.figure,
    `${bar.control}: ${outcome.controlFigure}`,
    verdict(outcome),
    new Date().toISOString().slice(0, 10),
  ];
  console.log(`| ${cells.map((cell) => String(cell).replaceAll('|', '/')).join(' | ')} |`);
}

async function runBar(bar: Bar): Promise<Outcome> {
  const folder = path.join(ROOT, 'data/campaign', bar.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const ends: (() => Promise<unknown> | void)[] = [];
  let started = 0;
  const port = FIRST_PORT + 20 * (bar.number - 1);
  const campaign: Campaign = {
    folder,
    port: port + 10,
    after: (end) => void ends.unshift(end),
    start: async (settings = {}) => {
      const own = path.join(folder, `product-${++started}`);
      mkdirSync(own);
      const product = await startProduct({ folder: own, port: port + started - 1, settings });
      ends.unshift(product.stop);
      return product;
    },
  };
  try {
    return await bar.run(campaign);
  } catch (error) {
    console.error(error);
    throw error;
  } finally {
    for (const end of ends) await end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function verdict({ isHeld, hasControlFailed }: Outcome): string {
  if (!isHeld) return 'NOT HELD';
  return hasControlFailed ? 'held' : 'held, but the control did not fail, so the result proves nothing';
}
