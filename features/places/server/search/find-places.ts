import { normalised } from '#common/korean-text.ts';
import { distanceCost, isClosedCost, SPLIT_WORD_PENALTY } from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { houses, ofKind, ofKindSounding } from './find-by-kind.ts';
import {
  asTyped,
  asTypedTogether,
  corrected,
  namedAsRegion,
  oneOfTheNames,
  searchExactly,
  searchNames,
  wholeNames,
  wholeNamesAmongWords,
  withoutKinds,
} from './find-by-name.ts';
import { inOtherLetters, namesInHangul } from './find-by-sound.ts';
import { readHanja } from '#features/places/hanja.rules.ts';
import { orderCandidates } from './order-candidates.ts';
import type { Candidate, FoundBy, FoundSuggestion, Search } from './place-search.ts';
import { type Meaning, readMeaning, readQuery } from './query-meaning.ts';
import { knownProfiles } from './search-words.ts';

/**
 * Returns the places that best match the query, at most `limit`. The function runs `STEPS` in order until there are
 * enough places. The first steps find houses and whole names, the last one names with one typing mistake. Results of
 * an earlier step rank above results of a later step. Open places rank above closed places.
 * @param point where the search starts if no word names a region
 */
export async function findPlaces(
  connection: Connection,
  { typed: original, point: near, limit }: { typed: string; point: IndexPoint; limit: number },
): Promise<FoundSuggestion[]> {
  const typed = readHanja(normalised(original));
  const query = readQuery(typed);
  if (query.tokens.length === 0) return [];
  const meaning = await readMeaning(connection, { query, near, profiles: knownProfiles(connection) });
  const point = meaning.point ?? near;
  const search: Search = {
    connection,
    typed,
    query,
    meaning,
    point,
    limit,
    exact: searchExactly({ connection, query, meaning, point }),
    named: searchNames({ connection, query, point }),
  };
  // 성수 국밥 means a kind of food in a region, even if a place has the name 성수 국밥.
  const isNameMeant = 0 < meaning.names.length || meaning.kinds.length === 0;
  const found = new Map<number, Candidate>();
  // Closed places are not counted, because an open place may have a similar name.
  const countNear = () =>
    [...found.values()].filter(({ step, cost }) => step < STEPS.length && !isClosedCost(cost)).length;
  // Names that only sound like the query and results of a split word are not counted. If only such results exist, a
  // typing mistake is just as likely.
  const countAsTyped = () =>
    [...found.values()].filter(({ step, cost }) => step < FIRST_BY_SOUND && cost < SPLIT_WORD_PENALTY).length;
  let isNamed = false;
  for (const [at, { find, isGuess = false, isLastResort, isAnywhere }] of STEPS.entries()) {
    if (limit <= countNear()) break;
    if (isLastResort && isNamed) continue;
    if ((isGuess || isLastResort) && FEW < countAsTyped()) continue;
    for (const candidate of await find(search)) {
      // Places outside the named region rank after all places inside the region.
      const isInReach = isGuess || (isAnywhere && isNameMeant) || candidate.cost <= maximumCost(meaning);
      if (!found.has(candidate.id))
        found.set(candidate.id, { ...candidate, step: isInReach ? at : STEPS.length, isGuess });
      if (find === wholeNames) isNamed = true;
    }
  }
  return orderCandidates(connection, { candidates: [...found.values()], search });
}

/** If at most this many places match the query as typed, a typing mistake is likely. */
const FEW = 3;

/** Returns the cost of a place at the edge of the named region. */
const maximumCost = ({ point, reach }: Meaning) => (point === null ? Infinity : distanceCost(reach) + 1);

type Step = {
  find: (search: Search) => Promise<FoundBy[]>;
  isGuess?: boolean;
  /** Whether the step runs only if few places were found, and none of them has exactly the typed name. */
  isLastResort?: boolean;
  /**
   * Whether results outside the named region keep their position. If not, they rank after all results inside the
   * region.
   */
  isAnywhere?: boolean;
};

const STEPS: readonly Step[] = [
  { find: houses },
  { find: wholeNames, isAnywhere: true },
  { find: namedAsRegion, isAnywhere: true },
  { find: asTypedTogether },
  { find: asTyped },
  { find: wholeNamesAmongWords, isAnywhere: true },
  { find: withoutKinds, isLastResort: true },
  { find: ofKind },
  { find: namesInHangul },
  { find: ofKindSounding },
  { find: oneOfTheNames, isLastResort: true },
  { find: inOtherLetters, isLastResort: true },
  { find: corrected, isGuess: true },
];

const FIRST_BY_SOUND = STEPS.findIndex(({ find }) => find === namesInHangul);
