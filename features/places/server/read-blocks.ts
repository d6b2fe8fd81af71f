import type { KoreanQuery } from '#common/korean.ts';
import type { Connection } from '#server/database/database.ts';
import {
  type FoundPlace,
  type KeySearch,
  type PlaceChecks,
  selectByKey,
  selectByKeyChecked,
} from './places.sql.ts';
import type { PlannedBlock } from './search-plan.ts';

export type SearchResult = FoundPlace & {
  /** The query, for marking matches: as typed, or split into words. */
  query: KoreanQuery;
};

/** The best places so far, each once. */
export type BestPlaces = {
  add: (found: readonly FoundPlace[], query: KoreanQuery) => void;
  list: () => readonly SearchResult[];
  isFull: () => boolean;
  /** Upper bound of the cost of a further place. */
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

/** Remaining work of one search; limits hopeless searches. */
export type Budget = {
  /** Places to check, about 3 µs each. */
  checks: number;
};

/** Blocks read at once: few at first, for a letter or two end there; a rare word needs them all. */
const FIRST_BLOCKS = { ofShortKey: 8, ofLongKey: 48, toCheck: 12 };
/** Shorter keys are found in almost every block. */
const LONG_KEY = 4;

export const firstBlocks = ({ key }: KeySearch): number =>
  key.length < LONG_KEY ? FIRST_BLOCKS.ofShortKey : FIRST_BLOCKS.ofLongKey;

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
    plan: readonly PlannedBlock[];
    search: KeySearch;
    checks: PlaceChecks;
    best: BestPlaces;
    query: KoreanQuery;
    budget: Budget;
  },
): Promise<void> {
  const mustCheck = Object.values(checks).some((list) => list.length > 0);
  const first = mustCheck ? FIRST_BLOCKS.toCheck : firstBlocks(search);
  for (let at = 0, size = first; at < plan.length; ) {
    const blocks = plan.slice(at, at + size).filter(({ costsAtLeast }) => costsAtLeast < best.worstCost());
    if (blocks.length === 0 || (mustCheck && budget.checks <= 0)) return;
    const numbers = blocks.map(({ block }) => block);
    const found = await untilEnoughPlaces(best.limit, async (limit) => {
      if (!mustCheck) return selectByKey(connection, { search, blocks: numbers, limit });
      const answer = await selectByKeyChecked(connection, {
        search,
        blocks: numbers,
        limit,
        checks,
        readAtMost: budget.checks,
      });
      // At the limit, the rest of what was read was not checked.
      budget.checks -= answer.found.length < limit ? answer.read : 2 * limit;
      return answer.found;
    });
    best.add(found, query);
    at += size;
    size *= found.length < best.limit ? GROWTH_OF_RARE : GROWTH_OF_COMMON;
  }
}

/** A place occurs as often as its name repeats the query, so more rows are requested than places are needed. */
async function untilEnoughPlaces(
  wanted: number,
  select: (limit: number) => Promise<FoundPlace[]>,
): Promise<FoundPlace[]> {
  for (let limit = 4 * wanted; ; limit *= 4) {
    const found = await select(limit);
    const places = new Set(found.map(({ id }) => id)).size;
    if (found.length < limit || wanted <= places) return found;
  }
}
