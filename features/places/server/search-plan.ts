import {
  distanceCost,
  ACTIVITY_MAXIMUM,
  type MatchPlace,
  UNKNOWN_DISTANCE_COST,
} from '#features/places/ranking.rules.ts';
import { cellsAround, UNKNOWN_POINT, type IndexPoint } from './cells.ts';

/**
 * Keys of places are stored in blocks, by cell and by kind: the start or the inside of an open place's name, or the
 * start of a closed one's. The lowest possible cost of a block is known before it is read. Reading the most promising
 * blocks first, and stopping when the next cannot be better, gives the same result as reading all of them.
 */
export type PlannedBlock = {
  block: number;
  match: MatchPlace;
  /** None of its places costs less. */
  costsAtLeast: number;
};

const PLACES_OF_MATCH = ['start', 'inside', 'closed'] as const satisfies readonly MatchPlace[];

/** All closed places are in one block: they come last, wherever they are. */
export const CLOSED_BLOCK = PLACES_OF_MATCH.indexOf('closed');

export const blockOf = ({ cell, match }: { cell: number; match: MatchPlace }): number =>
  match === 'closed' ? CLOSED_BLOCK : cell * PLACES_OF_MATCH.length + PLACES_OF_MATCH.indexOf(match);

/** Blocks in the order in which to read them. */
export function planBlocks({
  point,
  penalties,
  wholeNameBonus,
  cells,
}: {
  point: IndexPoint;
  penalties: Record<MatchPlace, number>;
  wholeNameBonus: number;
  /** Only these cells. */
  cells?: ReadonlySet<number>;
}): PlannedBlock[] {
  const around = costsAround(point).filter(({ cell }) => cells === undefined || cells.has(cell));
  const planned = (match: MatchPlace, bonus: number) => {
    const more = penalties[match] - bonus - ACTIVITY_MAXIMUM;
    return ({ cell, cost }: CellCost) => ({
      block: blockOf({ cell, match }),
      match,
      costsAtLeast: cost + more,
    });
  };
  return mergeSorted(
    around.map(planned('start', wholeNameBonus)),
    mergeSorted(around.map(planned('inside', 0)), [
      planned('closed', wholeNameBonus)({ cell: UNKNOWN_POINT, cost: 0 }),
    ]),
  );
}

type CellCost = { cell: number; cost: number };

/** What the distance of the nearest place of each cell costs, the nearest cell first. */
function costsAround(point: IndexPoint): readonly CellCost[] {
  const known = knownCosts.get(point);
  if (known) return known;
  const costs = cellsAround(point).map(({ cell, atLeast }) => ({ cell, cost: distanceCost(atLeast) }));
  costs.push({ cell: UNKNOWN_POINT, cost: UNKNOWN_DISTANCE_COST });
  costs.sort((a, b) => a.cost - b.cost);
  knownCosts.set(point, costs);
  return costs;
}

/** One search plans several times around the same point. */
const knownCosts = new WeakMap<IndexPoint, readonly CellCost[]>();

function mergeSorted(a: readonly PlannedBlock[], b: readonly PlannedBlock[]): PlannedBlock[] {
  const merged: PlannedBlock[] = [];
  let at = 0;
  for (const block of a) {
    for (let next = b[at]; next && next.costsAtLeast < block.costsAtLeast; next = b[++at]) merged.push(next);
    merged.push(block);
  }
  return [...merged, ...b.slice(at)];
}
