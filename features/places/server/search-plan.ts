import {
  distanceCost,
  LIVELINESS_MAXIMUM,
  type MatchPlace,
  UNKNOWN_DISTANCE_COST,
} from '#features/places/ranking.rules.ts';
import { cellsAround, NOWHERE, type Spot } from './cells.ts';

/**
 * The keys of places are kept in blocks: a part of the country, and whether they are the start or the inside of an
 * open place's name or the start of a closed one's. For a block it is known before it is read how good its best
 * place can be. Reading the most promising blocks first and stopping when the next cannot do better gives exactly
 * what reading all of them would.
 */
export type PlannedBlock = {
  block: number;
  match: MatchPlace;
  /** Of all its places. */
  penalty: number;
  /** None of its places costs less. */
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
  point: Spot;
  penaltyOf: (match: MatchPlace) => number;
  wholeNameBonus: number;
  /** Only these parts of the country. */
  cells?: ReadonlySet<number>;
}): PlannedBlock[] {
  const nowhere = { cell: NOWHERE, cost: UNKNOWN_DISTANCE_COST };
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
          costsAtLeast: cost + penalty - bonus - LIVELINESS_MAXIMUM,
        };
      }),
    )
    .toSorted((a, b) => a.costsAtLeast - b.costsAtLeast);
}
