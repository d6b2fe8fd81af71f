import { VISITED } from '#common/visit-status.ts';
import { sourceLine } from '#features/catalogue/catalogue.rules.ts';
import type {
  ProvidedDocument,
  ProvidedSource,
  SourceEpisode,
} from '#features/catalogue/provided.contract.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { EMPTY_SAVED_RESTAURANT, sourceKindOf } from '#features/restaurants/restaurants.rules.ts';

/**
 * Returns the provided restaurants in the form of saved restaurants. They have the status 방문 예정 and the memo and the
 * tags of the admin. Therefore the filters, the sort orders and the map can treat all places alike.
 */
export function providedAsListed({ restaurants, sources }: ProvidedDocument): MyRestaurant[] {
  const episodesById = new Map(
    sources.flatMap((source) => source.episodes.map((episode) => [episode.id, { source, episode }] as const)),
  );
  return restaurants.map(({ memo, tags, episodeIds, providedAt, ...place }) => {
    const mentions = episodeIds.flatMap((id) => episodesById.get(id) ?? []).sort(laterFirst);
    const named = mentions.map(({ source, episode }) => ({ title: source.title, episode: episode.name }));
    return {
      ...place,
      ...EMPTY_SAVED_RESTAURANT,
      isManual: false,
      firstAddedToPublicAt: providedAt,
      customTags: tags,
      sourceKind: sourceKindOf(mentions[0]?.source.kind),
      sourceMemo: sourceLine({ memo, sources: named }),
      sharedListId: null,
      linkedAt: providedAt,
      visitedAt: null,
      closedOn: null,
      keptClosedOn: null,
      lastModifiedByUserAt: providedAt,
    };
  });
}

type Seen = { source: ProvidedSource; episode: SourceEpisode };

const laterFirst = (a: Seen, b: Seen): number =>
  (b.episode.publishedOn ?? '').localeCompare(a.episode.publishedOn ?? '') ||
  a.source.title.localeCompare(b.source.title);

/** A place of a source. `mine` is the member's own record of the place; null if there is none. */
export type SourcePlace = { listed: MyRestaurant; mine: MyRestaurant | null };

export type SourceView = {
  source: ProvidedSource;
  /**
   * The episodes that have places. The latest episode comes first. If a place is in two episodes, both episodes list
   * it.
   */
  episodes: { episode: SourceEpisode; places: SourcePlace[] }[];
  /** All places of the source, without duplicates. */
  places: SourcePlace[];
  total: number;
  visited: number;
  /** Number of places that are in the member's list, visited or not. */
  linked: number;
};

/**
 * Returns each source with its places and the number of visited places. The source with the latest episode comes first.
 */
export function viewSources({
  document: { restaurants, sources },
  listed,
  mine,
}: {
  document: ProvidedDocument;
  listed: readonly MyRestaurant[];
  mine: readonly MyRestaurant[];
}): SourceView[] {
  const savedById = new Map(mine.map((restaurant) => [restaurant.id, restaurant]));
  const placesOf = new Map<string, SourcePlace[]>();
  for (const [at, { id, episodeIds }] of restaurants.entries()) {
    const row = listed[at];
    if (!row) continue;
    const place = { listed: row, mine: savedById.get(id) ?? null };
    for (const episodeId of episodeIds) {
      const there = placesOf.get(episodeId);
      if (there) there.push(place);
      else placesOf.set(episodeId, [place]);
    }
  }
  return sources
    .map((source) => {
      const episodes = source.episodes.flatMap((episode) => {
        const places = placesOf.get(episode.id);
        return places ? [{ episode, places }] : [];
      });
      const places = [...new Set(episodes.flatMap((each) => each.places))];
      const linked = places.filter((place) => place.mine !== null);
      const visited = linked.filter((place) => place.mine?.status === VISITED);
      return {
        source,
        episodes,
        places,
        total: places.length,
        visited: visited.length,
        linked: linked.length,
      };
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => latestDay(b).localeCompare(latestDay(a)) || a.source.title.localeCompare(b.source.title));
}

const latestDay = ({ episodes }: SourceView): string =>
  episodes.reduce((latest, { episode: { publishedOn } }) => {
    const day = publishedOn ?? '';
    return latest < day ? day : latest;
  }, '');
