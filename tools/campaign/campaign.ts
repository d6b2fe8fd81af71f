/**
 * `npm run campaign` starts the product, checks the reliability bars, each with a control that must fail, and writes
 * docs/reliability.md. `npm run campaign -- NAME …` runs some of them. CAMPAIGN_PORT
 * is the first of 400 ports.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bar, Campaign, Outcome } from './bar.ts';
import { bars } from './bars.ts';
import { soak } from './bars/soak.ts';
import { startProduct } from './product.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PAGE = path.join(ROOT, 'docs/reliability.md');
const FIRST_PORT = Number(process.env.CAMPAIGN_PORT ?? 13_600);

const HEAD = `# Reliability

\`npm run campaign\` starts the product (\`server/main.ts\` in production mode with its embedded PostgreSQL and a data directory of its own), checks these reliability requirements, called bars, with HTTP requests and signals, and writes this table. \`npm run campaign -- NAME\` runs one bar. Each bar has a control: the same check without the protection. The control must fail; a bar counts only if its control failed.

| | Bar | Check | Figure | Control | Result | Date |
|---|---|---|---|---|---|---|
`;

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
  const title = `${bar.number}. ${bar.name}`;
  console.log(`${title}: ${bar.claim}`);
  const began = Date.now();
  const outcome = await runBar(bar).catch((error: Error): Outcome => ({
    figure: `not finished: ${error.message.split('\n')[0]}`,
    isHeld: false,
    controlFigure: '',
    hasControlFailed: false,
  }));
  const minutes = (Date.now() - began) / 60_000;
  console.log(
    `   ${title}: ${outcome.figure}\n   control: ${outcome.controlFigure}\n   ${verdict(outcome)}, ${minutes.toFixed(1)} minutes`,
  );
  if (!(outcome.isHeld && outcome.hasControlFailed)) process.exitCode = 1;
  writePage(bar, outcome);
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

/** Writes the row of this bar. The rows of the other bars keep the figures of their last run. */
function writePage(bar: Bar, outcome: Outcome): void {
  const rows = new Map<number, string>();
  const text = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  for (const line of text.split('\n')) {
    const number = /^\| (\d+) \|/.exec(line)?.[1];
    if (number) rows.set(Number(number), line);
  }
  const day = new Date().toISOString().slice(0, 10);
  const cells = [
    bar.number,
    `**${bar.name}**: ${bar.claim}`,
    bar.check,
    outcome.figure,
    `${bar.control}: ${outcome.controlFigure}`,
    verdict(outcome),
    day,
  ];
  rows.set(bar.number, `| ${cells.map((cell) => String(cell).replaceAll('|', '/')).join(' | ')} |`);
  const sorted = [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);
  writeFileSync(PAGE, `${HEAD}${sorted.join('\n')}\n${afterTable(text)}`);
}

/** Returns the text below the table. This text is written by hand and must be kept. */
function afterTable(text: string): string {
  const at = text.indexOf('\n## ');
  return at < 0 ? '' : text.slice(at);
}
