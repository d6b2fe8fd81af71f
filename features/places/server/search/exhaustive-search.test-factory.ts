import { sql } from 'kysely';
import { type KoreanQuery, type KoreanToken, koreanQuery } from '#common/korean.ts';
import { initialsKey, letterKey } from '#common/korean-keys.ts';
import {
  distanceCost,
  liveliness,
  matchPenalty,
  multiWordPenalty,
  SPLIT_WORD_PENALTY,
  wholeNameBonus,
} from '#features/places/ranking.rules.ts';
import { type IndexPoint, indexPointOf } from '#features/places/server/search/cells.ts';
import { indexedText } from '#features/places/server/search/place-keys.ts';
import { locationKey } from '#features/places/server/search/search-words.ts';
import type { Connection } from '#server/database/database.ts';

/** Every place of a database, in memory. */
export type AllPlaces = {
  ids: number[];
  names: string[];
  words: string[];
  points: (IndexPoint | null)[];
  isClosed: boolean[];
  bonuses: number[];
};

export async function readAllPlaces(connection: Connection): Promise<AllPlaces> {
  const all: AllPlaces = { ids: [], names: [], words: [], points: [], isClosed: [], bonuses: [] };
  const now = Date.now();
  for (let after = 0; ;) {
    const { rows } = await sql<{
      id: number;
      name: string;
      words: string;
      lat: number | null;
      lng: number | null;
      closed: boolean;
      saved: number;
      updated: number | null;
    }>`select id, name, address_words as words, lat, lng, saved_count as saved,
        business_status is not distinct from 'closed_permanently' as closed,
        (extract(epoch from updated_on) * 1000)::float8 as updated
      from places where id > ${after} order by id limit 20000`.execute(connection);
    if (rows.length === 0) return all;
    for (const { id, name, words, lat, lng, closed, saved, updated } of rows) {
      all.ids.push(id);
      all.names.push(name);
      all.words.push(words);
      all.points.push(lat === null || lng === null ? null : indexPointOf({ lat, lng }));
      all.isClosed.push(closed);
      all.bonuses.push(liveliness({ savedCount: saved, updatedAt: updated, now }));
      after = id;
    }
  }
}

/**
 * Returns the expected search result. Scans every place with the matcher of the screens and the ranking rules, without
 * the index.
 */
export function exhaustiveSearch(
  all: AllPlaces,
  { typed, point, limit }: { typed: string; point: IndexPoint; limit: number },
): { id: number; cost: number }[] {
  const query = koreanQuery(typed);
  const first = query.tokens[0];
  if (first === undefined) return [];
  const penalties = query.tokens.length > 1 ? severalWords(query) : oneWord(query);
  const found = best(all, { point, limit, penalties });
  if (query.tokens.length > 1 || FEW <= found.length || isName(all, query)) return found;
  const known = new Set(found.map(({ id }) => id));
  const apart = best(all, { point, limit, penalties: splitWord(query) });
  return [...found, ...apart.filter(({ id }) => !known.has(id))].slice(0, limit);
}

/**
 * If a search finds fewer places than this, one of its words is split. If a word is the name of an open place, it is
 * not split.
 */
const FEW = 3;

function isName(all: AllPlaces, { tokens }: KoreanQuery): boolean {
  const keys = (tokens[0]?.readings ?? []).map(({ key, keyedBy }) => `${keyedBy} ${key}`);
  return all.names.some(
    (name, at) =>
      !all.isClosed[at] &&
      (keys.includes(`letters ${letterKey(name)}`) || keys.includes(`initials ${initialsKey(name)}`)),
  );
}

/** Returns the ranking penalty of a place; null if the place does not match. */
type Penalties = (place: { name: string; words: string; isClosed: boolean }) => number | null;

function best(
  all: AllPlaces,
  { point, limit, penalties }: { point: IndexPoint; limit: number; penalties: Penalties },
): { id: number; cost: number }[] {
  const found: { id: number; cost: number }[] = [];
  for (let at = 0; at < all.ids.length; at++) {
    const penalty = penalties({
      name: all.names[at] as string,
      words: all.words[at] as string,
      isClosed: all.isClosed[at] as boolean,
    });
    if (penalty === null) continue;
    const spot = all.points[at] ?? null;
    const metres = spot === null ? null : Math.hypot(spot.x - point.x, spot.y - point.y);
    found.push({
      id: all.ids[at] as number,
      cost: penalty + distanceCost(metres) - (all.bonuses[at] as number),
    });
  }
  return found.toSorted((a, b) => a.cost - b.cost || a.id - b.id).slice(0, limit);
}

function oneWord({ tokens }: KoreanQuery): Penalties {
  const readings = (tokens[0]?.readings ?? []).map((reading) => ({
    ...reading,
    anywhere: new RegExp(reading.pattern, 'u'),
    atStart: new RegExp(`^[^\\p{L}\\p{N}]*(?:${reading.pattern})`, 'u'),
  }));
  return ({ name, isClosed }) => {
    let least: number | null = null;
    for (const { anywhere, atStart, key, keyedBy } of readings) {
      if (!anywhere.test(name)) continue;
      const isStart = atStart.test(name);
      if (isClosed && !isStart) continue;
      const isWhole = isStart && (keyedBy === 'letters' ? letterKey(name) : initialsKey(name)) === key;
      const penalty =
        matchPenalty(isClosed ? 'closed' : isStart ? 'start' : 'inside', key.length) -
        (isWhole ? wholeNameBonus(keyedBy, key.length) : 0);
      least = Math.min(least ?? Infinity, penalty);
    }
    return least;
  };
}

function severalWords({ tokens }: KoreanQuery): Penalties {
  const words = tokens.map((token) => ({
    inName: new RegExp(token.pattern, 'u'),
    atStart: new RegExp(`^[^\\p{L}\\p{N}]*(?:${token.pattern})`, 'u'),
    location: addressTexts(token).map((text) => ` ${locationKey(text)}`),
    isLong: token.readings.every(({ key }) => /[0-9A-Za-z]{3}/.test(indexedText(key))),
  }));
  const long = words.filter(({ isLong }) => isLong);
  const starts = long.length > 0 ? long : words;
  return ({ name, words: address, isClosed }) => {
    const inName = words.filter((word) => word.inName.test(name));
    const outsideName = words.filter((word) => !inName.includes(word));
    if (!outsideName.every((word) => word.location.some((key) => address.includes(key)))) return null;
    if (inName.length === 0) return null;
    // A closed place is found only if its name begins with one of the long words.
    if (isClosed && !starts.some((word) => word.atStart.test(name))) return null;
    return multiWordPenalty(isClosed ? 'closed' : 'start');
  };
}

/**
 * The search does not match addresses by initials. But if a single consonant is typed, a word of the address can start
 * with it.
 */
function addressTexts({ readings, text }: KoreanToken): string[] {
  const texts = readings.filter(({ keyedBy }) => keyedBy === 'letters').map((reading) => reading.text);
  return texts.length > 0 ? texts : [text];
}

function splitWord({ tokens }: KoreanQuery): Penalties {
  const ways = (tokens[0]?.readings ?? [])
    .filter(({ keyedBy, text }) => keyedBy === 'letters' && /[가-힣]/.test(text))
    .flatMap(({ text }) => {
      const characters = [...text];
      return characters.slice(1).flatMap((_, at) => {
        const parts = [characters.slice(0, at + 1).join(''), characters.slice(at + 1).join('')] as const;
        return [parts, [parts[1], parts[0]] as const];
      });
    })
    .filter((parts) => parts.every((part) => 2 <= [...part].length))
    .flatMap(([name, whereabouts]) => {
      const [token] = koreanQuery(name).tokens;
      if (token === undefined) return [];
      return {
        inName: new RegExp(token.pattern, 'u'),
        atStart: new RegExp(`^[^\\p{L}\\p{N}]*(?:${token.pattern})`, 'u'),
        whereabouts: ` ${locationKey(whereabouts)}`,
      };
    });
  return ({ name, words, isClosed }) => {
    const isMatch = ways.some(
      (way) => words.includes(way.whereabouts) && (isClosed ? way.atStart : way.inName).test(name),
    );
    return isMatch ? SPLIT_WORD_PENALTY + multiWordPenalty(isClosed ? 'closed' : 'start') : null;
  };
}
