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

/** A shared list and its JSON text. Every visitor receives the same bytes. */
export type SharedDocument = { list: SharedList; json: string };

export type OpenLink = {
  ownerName: string | null;
  title: string;
  entityTag: string;
  /** Returns the document. It is built once for each version and used for all visitors. */
  document: () => Promise<SharedDocument>;
  /**
   * Returns the HTML page, which contains the document. The page is also built once for each version.
   * @param build the version of the front end
   */
  page: (build: string) => Promise<WrittenPage>;
};

export type SharedLists = {
  /** Opens a share link. @throws sharing.not_found, sharing.paused */
  open: (shareId: string, now: number) => Promise<OpenLink>;
  /** Returns whether visitors of the link can see this photo now. */
  showsPhoto: (shareId: string, photoId: string) => Promise<boolean>;
};

type CachedDocument = {
  entityTag: string;
  /** The version of the settings of the link. */
  linkVersion: number;
  /** The times in milliseconds at which the last versions were built. The oldest time comes first. */
  builtAt: number[];
  document: Promise<SharedDocument>;
  /** The HTML page. It depends on the document and on the version of the front end. */
  page?: { build: string; written: Promise<WrittenPage> };
};

/**
 * A part of the entity tag. Raise this number if a field is added to the document. Browsers then do not keep a stored
 * document without the new field.
 */
const DOCUMENT_FORMAT = 2;

/** The maximum number of cached documents. If the cache is full, the least recently used document is removed. */
const CACHED_DOCUMENTS = 64;

/**
 * Maximum number of versions of a list that are built per second, because building every version would overload the
 * server. If a list changes more often, visitors see its changes with a short delay. Changes of the link itself take
 * effect immediately.
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
  const { tagToShow, keep } = createDocumentCache({ database, searchDatabase });

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

/** Keeps the documents of the links that were opened last. */
function createDocumentCache({
  database,
  searchDatabase,
}: {
  database: Database;
  searchDatabase: SearchDatabase;
}) {
  const kept = new Map<string, CachedDocument>();

  /** Returns the tag of the current version, or of the kept version if the list changes too often. */
  function tagToShow(opened: OpenedShare, now: number): string {
    const { share } = opened;
    const known = kept.get(share.id);
    const since = known?.builtAt.at(-VERSIONS_PER_SECOND);
    const isOften = since !== undefined && now - since < 1000;
    if (isOften && known?.linkVersion === share.version) return known.entityTag;
    return tagOf(opened);
  }

  /** Returns the kept document, or starts to build it. */
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
    // The caller gets the error. A failed document is not kept.
    current.document.catch(() => kept.get(id) === current && kept.delete(id));
    if (kept.size > CACHED_DOCUMENTS) kept.delete(kept.keys().next().value as string);
    return current;
  }

  return { tagToShow, keep };
}

/**
 * Returns the entity tag. It contains the versions of the link, the list, the categories and the collection, and a
 * checksum of the owner's name.
 */
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

/**
 * Returns the places of a collection without manual places. If a place is in the owner's list, it comes with the
 * owner's record of the place.
 */
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
