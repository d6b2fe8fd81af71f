import {
  distanceCost,
  ACTIVITY_MAXIMUM,
  type MatchPosition,
  UNKNOWN_DISTANCE_COST,
} from '#features/places/ranking.rules.ts';
import { cellNumbers, cellsAround, UNKNOWN_CELL, type IndexPoint } from './cells.ts';
import { recentValues } from './recent-values.ts';

/**
 * The order in which a search reads blocks of keys. A block contains the keys of one cell and one kind: the start of
 * open names, the inside of open names, or the start of closed names, which rank last. The lowest possible cost of a
 * block is known before the block is read. A search reads the most promising blocks first and stops when the next
 * block cannot contain a better place. The result is the same as the result of reading all blocks.
 */
export type BlockPlan = {
  /** The numbers of the blocks, the most promising block first. */
  blocks: Int32Array;
  /** For each block, a lower bound of the cost of its places. */
  costsAtLeast: Float64Array;
};

const MATCH_POSITIONS = ['start', 'inside', 'closed'] as const satisfies readonly MatchPosition[];

export const blockOf = ({ cell, match }: { cell: number; match: MatchPosition }): number =>
  cell * MATCH_POSITIONS.length + MATCH_POSITIONS.indexOf(match);

export const isClosedBlock = (block: number): boolean =>
  block % MATCH_POSITIONS.length === MATCH_POSITIONS.indexOf('closed');

/**
 * The block of closed places without coordinates. After migration 0057, this block contains all closed places until
 * `npm run places:reindex` has run once.
 */
const CLOSED_ANYWHERE = blockOf({ cell: UNKNOWN_CELL, match: 'closed' });

type BlocksToPlan = {
  point: IndexPoint;
  penalties: Record<MatchPosition, number>;
  wholeNameBonus: number;
  /** If given, the plan contains only blocks of these cells. */
  cells?: ReadonlySet<number>;
};

/**
 * Returns the blocks in the order in which to read them. Arrays of numbers are used instead of one object for each
 * block. Matching a member's import searches from thousands of points, and 750 objects for each point made the heap
 * grow by 200 MB.
 */
export function planBlocks(given: BlocksToPlan): BlockPlan {
  if (given.cells !== undefined) return planOf(given);
  const { point, penalties, wholeNameBonus } = given;
  const key = [point.x, point.y, ...Object.values(penalties), wholeNameBonus].join();
  return recentPlans.get(key, () => planOf(given));
}

/** Plans that were made recently. While one person types, most searches have the same plan. A plan takes 9 KB. */
const recentPlans = recentValues<BlockPlan>(50);

function planOf({ point, penalties, wholeNameBonus, cells: wanted }: BlocksToPlan): BlockPlan {
  const { cells, costs } = recentCosts.get(`${point.x},${point.y}`, () => costsAround(point));
  const starts = penalties.start - wholeNameBonus - ACTIVITY_MAXIMUM;
  const insides = penalties.inside - ACTIVITY_MAXIMUM;
  const closed = penalties.closed - wholeNameBonus - ACTIVITY_MAXIMUM;
  const blocks = new Int32Array(cells.length * MATCH_POSITIONS.length);
  const costsAtLeast = new Float64Array(blocks.length);
  let length = 0;
  const add = (at: number, kind: number, cost: number) => {
    const block = (cells[at] as number) * MATCH_POSITIONS.length + kind;
    if (wanted !== undefined && !wanted.has(cells[at] as number) && block !== CLOSED_ANYWHERE) return;
    blocks[length] = block;
    costsAtLeast[length] = cost;
    length++;
  };
  // The loop merges three sorted lists, one for each of MATCH_POSITIONS.
  for (let a = 0, b = 0, c = 0; a + b + c < blocks.length;) {
    const start = a < costs.length ? (costs[a] as number) + starts : Infinity;
    const inside = b < costs.length ? (costs[b] as number) + insides : Infinity;
    const end = c < costs.length ? (costs[c] as number) + closed : Infinity;
    if (start <= inside && start <= end) add(a++, 0, start);
    else if (inside <= end) add(b++, 1, inside);
    else add(c++, 2, end);
  }
  return partOfPlan({ blocks, costsAtLeast }, { to: length });
}

/**
 * Returns the blocks from one position to another. The result uses the memory of the given plan, so it must not be
 * changed.
 */
export const partOfPlan = (
  { blocks, costsAtLeast }: BlockPlan,
  { from = 0, to }: { from?: number; to?: number },
): BlockPlan => ({ blocks: blocks.subarray(from, to), costsAtLeast: costsAtLeast.subarray(from, to) });

/**
 * The cells with a lower bound for the cost of the distance to their places. The cell with the lowest cost comes
 * first.
 */
type CellCosts = { cells: Int32Array; costs: Float64Array };

/** Costs that were computed recently. One person searches several times from the same point. An entry takes 3 KB. */
const recentCosts = recentValues<CellCosts>(50);

function costsAround(point: IndexPoint): CellCosts {
  const all = [...cellsAround(point).map(distanceCost), UNKNOWN_DISTANCE_COST];
  const order = all.map((_, at) => at).sort((a, b) => (all[a] as number) - (all[b] as number));
  return {
    cells: Int32Array.from(order, (at) => cellNumbers[at] ?? UNKNOWN_CELL),
    costs: Float64Array.from(order, (at) => all[at] as number),
  };
}
