import { letterKey } from '#common/korean-keys.ts';
import { meantText } from '#features/places/word-meaning.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { Candidate, FoundSuggestion, Search } from './place-search.ts';
import { selectPlaces, type SuggestedRow } from '#features/places/server/places.sql.ts';
import type { Meaning } from './query-meaning.ts';
import { locationKey } from './search-words.ts';

/*
 * The order of the candidates of a search. Guesses (a typing mistake is assumed) come last, then closed places. Within
 * each group, an earlier step of the search wins (`findPlaces`), then the lower cost. The cost is the base-2 logarithm of
 * the distance minus the bonuses. Therefore a bonus of 1 makes up for twice the distance.
 */

/** The bonuses of a place for the parts of the query that match the place. */
const BONUS = { wholeName: 3, startOfName: 1.5, weightlessWord: 1.5, kind: 2, region: 3 };

/**
 * Number of other results that rank before homonyms: places that have the name of a typed region. Members more often
 * mean the region than a place with the same name.
 */
const RESULTS_BEFORE_HOMONYMS = 2;

/**
 * Number of candidates whose rows are read. A common sound or a large building can have hundreds of candidates. A
 * query of several words needs more candidates, because the words change the order.
 */
const READ_MAXIMUM = { oneWord: 60, severalWords: 250 };

type RankedCandidate = { row: SuggestedRow; candidate: Candidate; cost: number };

export async function orderCandidates(
  connection: Connection,
  { candidates, search }: { candidates: readonly Candidate[]; search: Search },
): Promise<FoundSuggestion[]> {
  if (candidates.length === 0) return [];
  const hasSeveralWords = 1 < search.query.tokens.length;
  const bestCandidates = candidates
    .toSorted((a, b) => Number(a.isGuess) - Number(b.isGuess) || a.step - b.step || a.cost - b.cost)
    .slice(0, hasSeveralWords ? READ_MAXIMUM.severalWords : READ_MAXIMUM.oneWord);
  const rows = await readRows(connection, bestCandidates);
  const ranked = bestCandidates
    .flatMap((candidate): RankedCandidate[] => {
      const row = candidate.row ?? rows.get(candidate.id);
      if (row === undefined) return [];
      if (candidate.isHomonym && !matchesMeaning(row, search.meaning)) return [];
      const bonus = hasSeveralWords ? matchBonus(row, search) : 0;
      return [{ row, candidate, cost: candidate.cost - bonus }];
    })
    .toSorted(compareRanked);
  const results = withLaterHomonyms(ranked).map(
    ({ row, candidate: { query, isGuess, isAlike = false } }) => ({ row, query, isGuess, isAlike }),
  );
  return withRoomForGuesses(results, search.limit);
}

/** Reads the rows of the candidates that the search found without a row. */
async function readRows(
  connection: Connection,
  candidates: readonly Candidate[],
): Promise<Map<number, SuggestedRow>> {
  const missingIds = candidates.flatMap(({ id, row }) => (row ? [] : [id]));
  const rows = missingIds.length === 0 ? [] : await selectPlaces(connection, missingIds);
  return new Map(rows.map((row) => [row.id, row]));
}

const compareRanked = (a: RankedCandidate, b: RankedCandidate): number =>
  Number(a.candidate.isGuess) - Number(b.candidate.isGuess) ||
  Number(isClosed(a.row)) - Number(isClosed(b.row)) ||
  a.candidate.step - b.candidate.step ||
  a.cost - b.cost ||
  a.row.id - b.row.id;

function withLaterHomonyms(ranked: readonly RankedCandidate[]): RankedCandidate[] {
  const homonyms = ranked.filter(({ candidate }) => candidate.isHomonym);
  const others = ranked.filter(({ candidate }) => !candidate.isHomonym);
  return [...others.slice(0, RESULTS_BEFORE_HOMONYMS), ...homonyms, ...others.slice(RESULTS_BEFORE_HOMONYMS)];
}

/** Whether another typed word matches the place. This is used for a place with the same name as a typed region. */
function matchesMeaning(row: SuggestedRow, { kinds, regions }: Meaning): boolean {
  const name = letterKey(row.name);
  const isOfKind = kinds.some(({ kind }) => kind.categoryIds.includes(row.category_id ?? ''));
  const isInOtherRegion = regions.some((region) => {
    // `locationKey` removes 역 and 점: a typed 강남역 also means an address with 강남.
    const key = locationKey(region);
    return key !== name && row.address_words.includes(` ${key}`);
  });
  return isOfKind || isInOtherRegion;
}

/** Number of guesses that are shown instead of closed places. */
const GUESSES_BEFORE_CLOSED = 3;

/** The first results. Guesses are the last ones, and would otherwise be cut off if there are many closed places. */
function withRoomForGuesses(results: readonly FoundSuggestion[], limit: number): FoundSuggestion[] {
  const guesses = results.filter(({ isGuess }) => isGuess).slice(0, GUESSES_BEFORE_CLOSED);
  const openPlaces = results.filter(({ row, isGuess }) => !isGuess && !isClosed(row));
  const guessesFrom = Math.max(openPlaces.length, limit - guesses.length);
  return results.filter(({ isGuess }, index) => isGuess || index < guessesFrom).slice(0, limit);
}

const isClosed = ({ business_status: status }: SuggestedRow) =>
  status === 'closed_permanently' || status === 'closed_temporarily';

/** Returns the bonus of a place for the parts of a query of several words that match the place. */
function matchBonus(row: SuggestedRow, { query, meaning }: Search): number {
  const name = letterKey(row.name);
  const nameContains = (text: string) => name.includes(letterKey(text));
  const wholeQuery = letterKey(query.tokens.map(meantText).join(''));
  const typedNames = meaning.names.map(letterKey);
  let bonus = 0;
  if (name === wholeQuery || typedNames.includes(name)) bonus += BONUS.wholeName;
  if (typedNames.some((key) => name.startsWith(key)) || name.startsWith(wholeQuery))
    bonus += BONUS.startOfName;
  bonus += BONUS.weightlessWord * meaning.weightless.filter(nameContains).length;
  const { kinds, regions } = meaning;
  const isOfKind = kinds.some(
    ({ kind }) => kind.categoryIds.includes(row.category_id ?? '') || kind.words.some(nameContains),
  );
  if (isOfKind) bonus += BONUS.kind;
  // The region must occur as it was typed, with 역 or 점.
  if (regions.some((region) => row.address_words.includes(` ${letterKey(region)}`) || nameContains(region)))
    bonus += BONUS.region;
  return bonus;
}
