import { randomUUID } from 'node:crypto';
import { FREE_RESTAURANT_LIMIT } from '#features/membership/membership.rules.ts';
import type { Bar } from '../bar.ts';
import type { Product } from '../product.ts';

const ADDS = 100;
const ROUNDS = Number(process.env.CAMPAIGN_RACES ?? 30);

export const freeLimit: Bar = {
  number: 16,
  name: 'free-limit',
  claim: `a free member never has more than ${FREE_RESTAURANT_LIMIT} places`,
  check: `${ROUNDS} new free members with ${FREE_RESTAURANT_LIMIT - 1} places each; every member sends ${ADDS} requests at once that add a place`,
  control: 'the same server without the row lock of the list',
  run: async ({ start }) => {
    const real = await race(await start(), ROUNDS);
    const control = await race(await start({ imports: ['tools/campaign/without-locks.mjs'] }), 5);
    return {
      figure: `per member, ${range(real.added)} of ${ADDS} places added; ${Math.max(...real.stored)} places in the longest list; ${real.others.length} answers other than 201 and the limit${[...new Set(real.others)].map((one) => `, ${one}`).join('')}`,
      isHeld:
        real.added.every((count) => count === 1) &&
        real.stored.every((count) => count === FREE_RESTAURANT_LIMIT) &&
        real.others.length === 0,
      controlFigure: `${Math.max(...control.stored)} places in the longest list`,
      hasControlFailed: Math.max(...control.stored) > FREE_RESTAURANT_LIMIT,
    };
  },
};

async function race(product: Product, rounds: number) {
  const added: number[] = [];
  const stored: number[] = [];
  const others: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const person = await product.member();
    for (let n = 1; n < FREE_RESTAURANT_LIMIT; n++) await product.addByHand(person, `집 ${n}`);
    const answers = await Promise.all(
      Array.from({ length: ADDS }, () => product.addByHand(person, `집 ${randomUUID()}`)),
    );
    added.push(answers.filter(({ status }) => status === 201).length);
    for (const { status, body } of answers)
      if (status !== 201 && body?.code !== 'restaurants.limit_reached')
        others.push(`${status} ${body?.code}`);
    const list = await product.send('GET', '/api/my-restaurants', { as: person });
    stored.push(list.body.restaurants.length);
  }
  return { added, stored, others };
}

function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `exactly ${least}` : `${least} to ${most}`;
}
