import { letterKey } from '#common/korean-keys.ts';
import { meantText } from '#features/places/word-meaning.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { Candidate, FoundSuggestion, Search } from './place-search.ts';
import { selectPlaces, type SuggestedRow } from '#features/places/server/places.sql.ts';
import type { Meaning } from './query-meaning.ts';
import { locationKey } from './search-words.ts';

/**
 * The bonuses of a place for the parts of the query that match the place. A bonus of 1 makes up for twice the distance.
 */
const BONUS = { wholeName: 3, startOfName: 1.5, weightlessWord: 1.5, kind: 2, region: 3 };

/**
 * Number of other results that rank before places with the name of a region. Members more often mean the region than
 * a place with the same name.
 */
const BEFORE_HOMONYMS = 2;

/** Whether another typed word matches the place. This is used for a place with the same name as a typed region. */
function matchesMeaning(row: SuggestedRow, { kinds, regions }: Meaning): boolean {
  const name = letterKey(row.name);
  const isOfKind = kinds.some(({ kind }) => kind.categoryIds.includes(row.category_id ?? ''));
  const isThere = regions.some((region) => {
    const key = locationKey(region);
    return key !== name && row.address_words.includes(` ${key}`);
  });
  return isOfKind || isThere;
}

/**
 * Number of candidates whose rows are read. A common sound or a large building can have hundreds of candidates. A
 * query of several words needs more candidates, because the words change the order.
 */
const READ_AT_MOST = { oneWord: 60, severalWords: 250 };

export async function inOrder(
  connection: Connection,
  { found: all, search }: { found: readonly Candidate[]; search: Search },
): Promise<FoundSuggestion[]> {
  if (all.length === 0) return [];
  const several = 1 < search.query.tokens.length;
  const found = all
    .toSorted((a, b) => Number(a.isGuess) - Number(b.isGuess) || a.step - b.step || a.cost - b.cost)
    .slice(0, several ? READ_AT_MOST.severalWords : READ_AT_MOST.oneWord);
  const missing = found.flatMap(({ id, row }) => (row ? [] : [id]));
  const read = missing.length === 0 ? [] : await selectPlaces(connection, missing);
  const rows = new Map(read.map((row): [number, SuggestedRow] => [row.id, row]));
  const sorted = found
    .flatMap((candidate) => {
      const row = candidate.row ?? rows.get(candidate.id);
      if (row === undefined) return [];
      if (candidate.isHomonym && !matchesMeaning(row, search.meaning)) return [];
      const bonus = several ? matchBonus(row, search) : 0;
      return [{ row, candidate, cost: candidate.cost - bonus }];
    })
    .toSorted(
      (a, b) =>
        Number(a.candidate.isGuess) - Number(b.candidate.isGuess) ||
        Number(isClosed(a.row)) - Number(isClosed(b.row)) ||
        a.candidate.step - b.candidate.step ||
        a.cost - b.cost ||
        a.row.id - b.row.id,
    );
  const homonyms = sorted.filter(({ candidate }) => candidate.isHomonym);
  const others = sorted.filter(({ candidate }) => !candidate.isHomonym);
  return withRoomForGuesses(
    [...others.slice(0, BEFORE_HOMONYMS), ...homonyms, ...others.slice(BEFORE_HOMONYMS)].map(
      ({ row, candidate: { query, isGuess, isAlike = false } }) => ({ row, query, isGuess, isAlike }),
    ),
    search.limit,
  );
}

/** Number of guesses that are shown instead of closed places. */
const GUESSES_BEFORE_CLOSED = 3;

/** The first results. Guesses are the last ones, and would otherwise be cut off if there are many closed places. */
function withRoomForGuesses(results: readonly FoundSuggestion[], limit: number): FoundSuggestion[] {
  const guesses = results.filter(({ isGuess }) => isGuess).slice(0, GUESSES_BEFORE_CLOSED);
  const open = results.filter(({ row, isGuess }) => !isGuess && !isClosed(row));
  const room = Math.max(open.length, limit - guesses.length);
  return results.filter(({ isGuess }, at) => isGuess || at < room).slice(0, limit);
}

const isClosed = ({ business_status: status }: SuggestedRow) =>
  status === 'closed_permanently' || status === 'closed_temporarily';

/**
 * Returns the bonus of a place for the parts of a query of several words that match the place. A bonus of 1 makes
 * up for twice the distance.
 */
export function matchBonus(
  row: Pick<SuggestedRow, 'name' | 'category_id' | 'address_words'>,
  { query, meaning }: Pick<Search, 'query' | 'meaning'>,
): number {
  const name = letterKey(row.name);
  const has = (text: string) => name.includes(letterKey(text));
  const all = letterKey(query.tokens.map(meantText).join(''));
  const names = meaning.names.map(letterKey);
  let bonus = 0;
  if (name === all || names.includes(name)) bonus += BONUS.wholeName;
  if (names.some((key) => name.startsWith(key)) || name.startsWith(all)) bonus += BONUS.startOfName;
  bonus += BONUS.weightlessWord * meaning.weightless.filter(has).length;
  const { kinds, regions } = meaning;
  if (kinds.some(({ kind }) => kind.categoryIds.includes(row.category_id ?? '') || kind.words.some(has)))
    bonus += BONUS.kind;
  if (regions.some((region) => row.address_words.includes(` ${letterKey(region)}`) || has(region)))
    bonus += BONUS.region;
  return bonus;
}
