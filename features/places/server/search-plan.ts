import {
  distanceCost,
  ACTIVITY_MAXIMUM,
  type MatchPlace,
  UNKNOWN_DISTANCE_COST,
} from '#features/places/ranking.rules.ts';
import { cellsAround, UNKNOWN_CELL, type IndexPoint } from './cells.ts';
import { recentValues } from './recent-values.ts';

/**
 * Keys of places are stored in blocks, by cell and by kind: the start or the inside of an open place's name, or the
 * start of a closed one's, which come last. The lowest possible cost of a block is known before it is read. Reading the
 * most promising blocks first, and stopping when the next cannot be better, gives the same result as reading all of
 * them.
 */
export type PlannedBlock = {
  block: number;
  match: MatchPlace;
  /** Lower bound of the cost of its places. */
  costsAtLeast: number;
};

const PLACES_OF_MATCH = ['start', 'inside', 'closed'] as const satisfies readonly MatchPlace[];

export const blockOf = ({ cell, match }: { cell: number; match: MatchPlace }): number =>
  cell * PLACES_OF_MATCH.length + PLACES_OF_MATCH.indexOf(match);

/** Closed places without coordinates; until the next `npm run places:reindex` after migration 0057 all closed places. */
const CLOSED_ANYWHERE = blockOf({ cell: UNKNOWN_CELL, match: 'closed' });

type BlocksToPlan = {
  point: IndexPoint;
  penalties: Record<MatchPlace, number>;
  wholeNameBonus: number;
  /** Only these cells. */
  cells?: ReadonlySet<number>;
};

/** Blocks in the order in which to read them. */
export function planBlocks(given: BlocksToPlan): readonly PlannedBlock[] {
  if (given.cells !== undefined) return plan(given);
  const { point, penalties, wholeNameBonus } = given;
  return recentPlans.get(
    [point.x, point.y, penalties.start, penalties.inside, penalties.closed, wholeNameBonus].join(),
    () => plan(given),
  );
}

/** One person searches several times from the same point; a plan takes about 60 KB. */
const recentPlans = recentValues<readonly PlannedBlock[]>(50);

function plan({ point, penalties, wholeNameBonus, cells }: BlocksToPlan): PlannedBlock[] {
  const around = recentCosts.get(`${point.x},${point.y}`, () => costsAround(point));
  const planned = (match: MatchPlace, bonus: number) => {
    const more = penalties[match] - bonus - ACTIVITY_MAXIMUM;
    const isRead = (cell: number) =>
      cells === undefined || cells.has(cell) || blockOf({ cell, match }) === CLOSED_ANYWHERE;
    return around
      .filter(({ cell }) => isRead(cell))
      .map(({ cell, cost }) => ({ block: blockOf({ cell, match }), match, costsAtLeast: cost + more }));
  };
  return mergeSorted(
    planned('start', wholeNameBonus),
    mergeSorted(planned('inside', 0), planned('closed', wholeNameBonus)),
  );
}

type CellCost = { cell: number; cost: number };

const recentCosts = recentValues<readonly CellCost[]>(50);

/** For each cell a lower bound of the distance cost of its places, lowest first. */
function costsAround(point: IndexPoint): readonly CellCost[] {
  const costs = cellsAround(point).map(({ cell, atLeast }) => ({ cell, cost: distanceCost(atLeast) }));
  costs.push({ cell: UNKNOWN_CELL, cost: UNKNOWN_DISTANCE_COST });
  return costs.sort((a, b) => a.cost - b.cost);
}

function mergeSorted(a: readonly PlannedBlock[], b: readonly PlannedBlock[]): PlannedBlock[] {
  const merged: PlannedBlock[] = [];
  let at = 0;
  for (const block of a) {
    for (let next = b[at]; next && next.costsAtLeast < block.costsAtLeast; next = b[++at]) merged.push(next);
    merged.push(block);
  }
  return [...merged, ...b.slice(at)];
}
