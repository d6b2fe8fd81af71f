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
  /** Penalty of all its places. */
  penalty: number;
  /** Lower bound of the cost of its places. */
  costsAtLeast: number;
};

const PLACES_OF_MATCH = ['start', 'inside', 'closed'] as const satisfies readonly MatchPlace[];

export const blockOf = ({ cell, match }: { cell: number; match: MatchPlace }): number =>
  cell * PLACES_OF_MATCH.length + PLACES_OF_MATCH.indexOf(match);

/** Blocks in the order in which to read them. */
export function planBlocks({
  point,
  penaltyOf,
  wholeNameBonus,
  cells,
}: {
  point: IndexPoint;
  penaltyOf: (match: MatchPlace) => number;
  wholeNameBonus: number;
  /** Only these cells. */
  cells?: ReadonlySet<number>;
}): PlannedBlock[] {
  const nowhere = { cell: UNKNOWN_POINT, cost: UNKNOWN_DISTANCE_COST };
  const somewhere = cellsAround(point).map(({ cell, atLeast }) => ({ cell, cost: distanceCost(atLeast) }));
  return [nowhere, ...somewhere]
    .filter(({ cell }) => cells === undefined || cells.has(cell))
    .flatMap(({ cell, cost }) =>
      PLACES_OF_MATCH.map((match) => {
        const penalty = penaltyOf(match);
        const bonus = match === 'inside' ? 0 : wholeNameBonus;
        return {
          block: blockOf({ cell, match }),
          match,
          penalty,
          costsAtLeast: cost + penalty - bonus - ACTIVITY_MAXIMUM,
        };
      }),
    )
    .toSorted((a, b) => a.costsAtLeast - b.costsAtLeast);
}
