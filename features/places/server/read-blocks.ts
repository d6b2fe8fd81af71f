import type { KoreanQuery } from '#common/korean.ts';
import type { Connection } from '#server/database/database.ts';
import { type KeySearch, type PlaceChecks, selectByKey, selectByKeyChecked } from './place-keys.sql.ts';
import type { FoundPlace } from './search-parts.sql.ts';
import { type BlockPlan, isClosedBlock } from './search-plan.ts';

export type SearchResult = FoundPlace & {
  /** The query whose matches are underlined: as typed, or split into words. */
  query: KoreanQuery;
};

/** The best places so far, each once. */
export type BestPlaces = {
  add: (found: readonly FoundPlace[], query: KoreanQuery) => void;
  list: () => readonly SearchResult[];
  isFull: () => boolean;
  /** A further place must cost less than this. */
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
      for (const { id, cost } of found) {
        if (cost < (all.get(id)?.cost ?? Infinity)) all.set(id, { id, cost, query });
      }
      list = [...all.values()].toSorted((a, b) => a.cost - b.cost || a.id - b.id).slice(0, limit);
    },
  };
}

/** Limits the work of one search. */
export type Budget = {
  /** Places that may still be checked; each takes about 3 µs. */
  checks: number;
};

/**
 * Number of blocks in the first read. A search for one or two letters usually ends there; a rare word needs all
 * blocks.
 */
export const FIRST_BLOCKS = { ofShortKey: 8, ofCommonKey: 12, ofLongKey: 48, toCheck: 12 };
/** Shorter keys are found in almost every block. */
const LONG_KEY = 4;

export const firstBlocks = ({ key }: KeySearch): number =>
  key.length < LONG_KEY ? FIRST_BLOCKS.ofShortKey : FIRST_BLOCKS.ofLongKey;

/** Blocks of closed places come last. They are read only if fewer places than this have been found. */
const SHOWN = 10;

const GROWTH_OF_COMMON = 4;
const GROWTH_OF_RARE = 16;

/** Reads the blocks of a plan, the most promising first, until none can contain a better place. */
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
  const first = mustCheck ? FIRST_BLOCKS.toCheck : firstBlocks(search);
  for (let at = 0, size = first; at < plan.blocks.length;) {
    const worst = best.worstCost();
    const isEnough = SHOWN <= best.list().length;
    const blocks = [...plan.blocks.subarray(at, at + size)].filter(
      (block, index) =>
        (plan.costsAtLeast[at + index] as number) < worst && !(isEnough && isClosedBlock(block)),
    );
    if (blocks.length === 0 || (mustCheck && budget.checks <= 0)) return;
    const found = await untilEnoughPlaces({ wanted: best.limit, search }, async (limit) => {
      if (!mustCheck) return selectByKey(connection, { search, blocks, limit });
      const answer = await selectByKeyChecked(connection, {
        search,
        blocks,
        limit,
        checks,
        readAtMost: budget.checks,
      });
      // At the limit the statement stops before it has checked all places that it read, so their number is estimated.
      budget.checks -= answer.found.length < limit ? answer.read : 2 * limit;
      return answer.found;
    });
    best.add(found, query);
    at += size;
    size *= found.length < best.limit ? GROWTH_OF_RARE : GROWTH_OF_COMMON;
  }
}

/** A place has one row for each repetition of the query in its name, so more rows are requested than places. */
export const rowsFor = (places: number, { key }: Pick<KeySearch, 'key'>): number =>
  key.length < LONG_KEY ? 4 * places : places + 6;

async function untilEnoughPlaces(
  { wanted, search }: { wanted: number; search: KeySearch },
  select: (limit: number) => Promise<FoundPlace[]>,
): Promise<FoundPlace[]> {
  for (let limit = rowsFor(wanted, search); ; limit *= 4) {
    const found = await select(limit);
    const places = new Set(found.map(({ id }) => id)).size;
    if (found.length < limit || wanted <= places) return found;
  }
}
