import { crc32 } from 'node:zlib';
import { selectCategories } from '#features/catalogue/server/catalogue.public.ts';
import { effectiveTier } from '#features/membership/membership.rules.ts';
import { selectMyRestaurants } from '#features/restaurants/server/restaurants.public.ts';
import { asRestaurant } from '#features/collections/collection-places.rules.ts';
import { placesOfOwnCollection } from '#features/collections/server/collections.public.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import {
  type SharedList,
  type SharedPlace,
  type ShownFields,
  sharingProblems,
} from '#features/sharing/sharing.contract.ts';
import {
  visitorView,
  ownerNameForVisitors,
  selectedPlaces,
  shareStateAt,
} from '#features/sharing/sharing.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { readVersion, type SearchDatabase } from '#server/database/search-database.ts';
import type { Pages, WrittenPage } from '#server/http/pages.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { isCollectionGone, type OpenedShare, selectOpenedShare } from './list-shares.sql.ts';
import { sharedPage } from './shared-page.ts';

/** Every visitor receives the same bytes. */
export type SharedDocument = { list: SharedList; json: string };

export type OpenLink = {
  ownerName: string | null;
  title: string;
  /** Identifies this version of the document. */
  entityTag: string;
  /** Built once per version for all visitors. */
  document: () => Promise<SharedDocument>;
  /**
   * Contains the document. Also built once.
   * @param build the version of the front end
   */
  page: (build: string) => Promise<WrittenPage>;
};

export type SharedLists = {
  /** @throws sharing.not_found, sharing.paused */
  open: (shareId: string, now: number) => Promise<OpenLink>;
  /** Whether visitors of the link can see this photo now. */
  showsPhoto: (shareId: string, photoId: string) => Promise<boolean>;
};

type CachedDocument = {
  entityTag: string;
  /** Version of the link's own settings. */
  linkVersion: number;
  /** When the last versions were built, oldest first. Milliseconds. */
  builtAt: number[];
  document: Promise<SharedDocument>;
  /** Also depends on the version of the front end. */
  page?: { build: string; written: Promise<WrittenPage> };
};

/** Part of the entity tag. Raise it with new fields, so that browsers do not keep the old document. */
const DOCUMENT_FORMAT = 2;

/** Least recently used documents are evicted first. */
const CACHED_DOCUMENTS = 64;

/**
 * A list that changes more often is shown with a short delay, because building every version would
 * overload the server. Changes of the link take effect immediately.
 */
const VERSIONS_PER_SECOND = 4;

export function createSharedLists({
  database,
  searchDatabase,
  pages,
  baseUrl,
}: {
  database: Database;
  searchDatabase: SearchDatabase;
  pages: Pages;
  baseUrl: string;
}): SharedLists {
  const kept = new Map<string, CachedDocument>();

  function tagToShow(opened: OpenedShare, now: number): string {
    const { share } = opened;
    const known = kept.get(share.id);
    const since = known?.builtAt.at(-VERSIONS_PER_SECOND);
    const isOften = since !== undefined && now - since < 1000;
    if (isOften && known?.linkVersion === share.version) return known.entityTag;
    return tagOf(opened);
  }

  function keep({
    opened,
    entityTag,
    now,
  }: {
    opened: OpenedShare;
    entityTag: string;
    now: number;
  }): CachedDocument {
    const { id, version } = opened.share;
    const known = kept.get(id);
    kept.delete(id);
    const current: CachedDocument =
      known?.entityTag === entityTag
        ? known
        : {
            entityTag,
            linkVersion: version,
            builtAt: [...(known?.builtAt ?? []), now].slice(-VERSIONS_PER_SECOND),
            document: readVersion({
              searchDatabase,
              primary: database,
              isCurrent: async (snapshot) => {
                const there = await selectOpenedShare(snapshot, id);
                return there !== null && tagOf(there) === tagOf(opened);
              },
              read: (connection) => buildDocument(connection, opened),
            }),
          };
    kept.set(id, current);
    current.document.catch(() => kept.get(id) === current && kept.delete(id));
    if (kept.size > CACHED_DOCUMENTS) kept.delete(kept.keys().next().value as string);
    return current;
  }

  async function writePage({ document, entityTag }: CachedDocument): Promise<WrittenPage> {
    const { list, json } = await document;
    return pages.write(sharedPage({ list, json, version: entityTag.slice(1, -1), baseUrl }));
  }

  const open = async (shareId: string, now: number): Promise<OpenLink> => {
    const opened = await selectOpenedShare(database, shareId);
    if (!opened) throw problem(sharingProblems, 'sharing.not_found');
    const { share, owner } = opened;
    const ownerTier = effectiveTier({ ...owner, accountTier: owner.accountTier ?? 'free' }, now);
    const state = shareStateAt({
      ...share,
      ownerTier,
      isCollectionGone: isCollectionGone(share),
      now,
    });
    if (state === 'expired' || state === 'collection_deleted')
      throw problem(sharingProblems, 'sharing.not_found');
    if (state !== 'open') throw problem(sharingProblems, 'sharing.paused');
    const entityTag = tagToShow(opened, now);
    return {
      ownerName: ownerNameForVisitors(owner.nickname),
      title: share.title,
      entityTag,
      document: () => keep({ opened, entityTag, now }).document,
      page: (build) => {
        const current = keep({ opened, entityTag, now });
        if (current.page?.build !== build) current.page = { build, written: writePage(current) };
        return current.page.written;
      },
    };
  };

  return {
    open,
    showsPhoto: async (shareId, photoId) => {
      try {
        const { list } = await (await open(shareId, Date.now())).document();
        return list.places.some((place) => place.photoId === photoId);
      } catch (error) {
        if (error instanceof ProblemError) return false;
        throw error;
      }
    },
  };
}

/** Contains the versions of the link, the list, the categories, the collection and the owner's name. */
function tagOf({ share, owner, catalogueVersion, collectionVersion }: OpenedShare): string {
  const name = crc32(owner.nickname).toString(36);
  return `"${DOCUMENT_FORMAT}-${share.version}-${owner.listVersion}-${catalogueVersion}-${collectionVersion ?? 0}-${name}"`;
}

async function buildDocument(connection: Connection, { share, owner }: OpenedShare): Promise<SharedDocument> {
  const { id, title, note, selection, shows } = share;
  const [restaurants, categories] = await Promise.all([
    selectMyRestaurants(connection, owner.userId),
    selectCategories(connection),
  ]);
  const places =
    selection.of === 'collection'
      ? await placesOfCollection(connection, { ...selection, userId: owner.userId, restaurants, shows })
      : selectedPlaces({ selection, restaurants }).map((restaurant) => visitorView({ restaurant, shows }));
  const list = {
    id,
    title,
    note,
    ownerName: ownerNameForVisitors(owner.nickname),
    shows,
    places,
    categories,
  };
  return { list, json: JSON.stringify(list) };
}

/** Leaves out manual places. Places in the owner's list come with the owner's record. */
async function placesOfCollection(
  connection: Connection,
  {
    collectionId,
    userId,
    restaurants,
    shows,
  }: { collectionId: string; userId: string; restaurants: readonly MyRestaurant[]; shows: ShownFields },
): Promise<SharedPlace[]> {
  const own = new Map(restaurants.map((restaurant) => [restaurant.id, restaurant]));
  const places = await placesOfOwnCollection(connection, { collectionId, userId });
  return places
    .filter(({ isManual }) => !isManual)
    .map((place) =>
      visitorView({ restaurant: asRestaurant(place, own.get(place.id)), shows, line: place.note }),
    );
}
