import type { KoreanQuery } from '#common/korean.ts';
import type { Connection } from '#server/database/database.ts';
import {
  type BlocksToRead,
  type KeySearch,
  type PlaceChecks,
  selectByKey,
  selectByKeyChecked,
} from './place-keys.sql.ts';
import type { FoundPlace, FoundRow } from './search-parts.sql.ts';
import { type BlockPlan, isClosedBlock, partOfPlan } from './search-plan.ts';

export type SearchResult = FoundRow & {
  /**
   * The query whose matches are underlined in the result. If a word was split, this is the query with the split word.
   */
  query: KoreanQuery;
};

/** The best places that were found so far. Each place occurs once. */
export type BestPlaces = {
  add: (found: readonly FoundRow[], query: KoreanQuery) => void;
  list: () => readonly SearchResult[];
  isFull: () => boolean;
  /** Returns the cost below which a further place is one of the best places. */
  worstCost: () => number;
  limit: number;
};

export function bestPlaces(limit: number): BestPlaces {
  let list: SearchResult[] = [];
  const isFull = () => list.length === limit;
  return {
    limit,
    list: () => list,
    isFull,
    worstCost: () => (isFull() ? (list.at(-1) as SearchResult).cost : Infinity),
    add: (found, query) => {
      const all = new Map(list.map((place) => [place.id, place]));
      for (const { id, cost, row } of found) {
        if (cost < (all.get(id)?.cost ?? Infinity)) all.set(id, { id, cost, query, ...(row && { row }) });
      }
      list = [...all.values()].toSorted((a, b) => a.cost - b.cost || a.id - b.id).slice(0, limit);
    },
  };
}

/** The work that one search may still do. */
export type Budget = {
  /** Number of places that may still be checked. One check takes about 3 µs. */
  checks: number;
};

/**
 * Numbers of blocks. The first read contains `all` blocks, or `toCheck` blocks if places must be checked. The first
 * read is usually enough. `ends` are the positions at which its parts end (`BlocksToRead`).
 */
const FIRST_BLOCKS = { all: 240, ends: [2, 8, 32, 96], toCheck: 12 } as const;
/** A plan of at most this many blocks is read at once. A second statement would take as long as these blocks. */
const FEW_BLOCKS = 36;

/** Returns the blocks of a plan that are read first. */
export const firstBlocksOf = (plan: BlockPlan): BlockPlan => partOfPlan(plan, { to: FIRST_BLOCKS.all });

/** Returns all blocks of a plan in parts. */
export const blocksInParts = (plan: BlockPlan): BlocksToRead => {
  const { length } = plan.blocks;
  return { plan, ends: [...FIRST_BLOCKS.ends.filter((end) => end < length), length] };
};

/** Blocks of closed places come last in a plan. They are read only if fewer places than this have been found. */
const SHOWN = 10;

const GROWTH_OF_COMMON = 4;
const GROWTH_OF_RARE = 16;

/** Reads the blocks of a plan, the most promising first, until no remaining block can contain a better place. */
export async function readBlocks(
  connection: Connection,
  {
    plan,
    search,
    checks,
    best,
    query,
    budget,
  }: {
    plan: BlockPlan;
    search: KeySearch;
    checks: PlaceChecks;
    best: BestPlaces;
    query: KoreanQuery;
    budget: Budget;
  },
): Promise<void> {
  const mustCheck = Object.values(checks).some((list) => list.length > 0);
  const isSmall = plan.blocks.length <= FEW_BLOCKS;
  for (
    let at = 0, size: number = mustCheck && !isSmall ? FIRST_BLOCKS.toCheck : FIRST_BLOCKS.all;
    at < plan.blocks.length;
  ) {
    const worstCost = best.worstCost();
    const isEnough = SHOWN <= best.list().length;
    const part = partOfPlan(plan, { from: at, to: at + size });
    const isWorthReading = (block: number, index: number) =>
      (part.costsAtLeast[index] as number) < worstCost && !(isEnough && isClosedBlock(block));
    const costsAtLeast = part.costsAtLeast.filter((_, index) =>
      isWorthReading(part.blocks[index] as number, index),
    );
    const blocks = part.blocks.filter(isWorthReading);
    if (blocks.length === 0 || (mustCheck && budget.checks <= 0)) return;
    const found = await untilEnoughPlaces({ places: best.limit, search }, async (keys) => {
      if (!mustCheck)
        return selectByKey(connection, {
          search: { ...search, worstCost },
          blocks: blocksInParts({ blocks, costsAtLeast }),
          limit: best.limit,
          keys: KEYS_FOR_PLACE * keys,
        });
      const answer = await selectByKeyChecked(connection, {
        search: { ...search, worstCost },
        blocks,
        limit: keys,
        checks,
        readAtMost: budget.checks,
      });
      // If the limit is reached, the statement stops before it has checked all places, and the real number of checks
      // is unknown. It is then estimated as twice the limit.
      budget.checks -= answer.found.length < keys ? answer.read : 2 * keys;
      const isCut = keys <= answer.found.length && countPlaces(answer.found) < best.limit;
      return { found: answer.found, isCut };
    });
    best.add(found, query);
    at += size;
    size *= countPlaces(found) < best.limit ? GROWTH_OF_RARE : GROWTH_OF_COMMON;
  }
}

const countPlaces = (found: readonly FoundPlace[]) => new Set(found.map(({ id }) => id)).size;

/**
 * Number of keys that are kept for each place that is wanted. Keeping more keys takes less time than repeating the
 * statement for names such as 샤브샤브, which have several keys.
 */
export const KEYS_FOR_PLACE = 2;

/** The minimum length of a long key. A shorter key occurs in almost every block. */
const LONG_KEY = 4;

/**
 * Returns the number of rows to request. It is larger than the number of places, because a place has one row for each
 * occurrence of the query in its name.
 */
export const rowsFor = (places: number, { key }: Pick<KeySearch, 'key'>): number =>
  key.length < LONG_KEY ? 4 * places : places + 6;

/** Repeats a selection with more keys until `isCut` is false. */
export async function untilEnoughPlaces<Answer extends { isCut: boolean; found: readonly FoundPlace[] }>(
  { places, search }: { places: number; search: KeySearch },
  select: (keys: number) => Promise<Answer>,
): Promise<Answer['found']> {
  for (let keys = rowsFor(places, search); ; keys *= 4) {
    const { found, isCut } = await select(keys);
    if (!isCut) return found;
  }
}
