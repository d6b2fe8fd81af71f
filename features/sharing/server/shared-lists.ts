import { selectCategories, selectOpeningHours } from '#features/catalogue/server/catalogue.public.ts';
import { openingSpans } from '#features/places/opening-hours.rules.ts';
import { tierInForce } from '#features/membership/membership.rules.ts';
import { selectMyRestaurants } from '#features/restaurants/server/restaurants.public.ts';
import { type SharedList, sharingProblems } from '#features/sharing/sharing.contract.ts';
import {
  asVisitorSees,
  ownerNameForVisitors,
  selectedPlaces,
  shareStateAt,
} from '#features/sharing/sharing.rules.ts';
import type { Database } from '#server/database/database.ts';
import type { Pages, WrittenPage } from '#server/http/pages.ts';
import { problem } from '#server/http/problem.ts';
import { type OpenedShare, selectOpenedShare } from './list-shares.sql.ts';
import { sharedPage } from './shared-page.ts';

/** A shared list as it is now, and as the bytes that every visitor of this version gets. */
export type SharedDocument = { list: SharedList; json: string };

/** A link that may be read now. */
export type OpenLink = {
  ownerName: string;
  title: string;
  /** Names this version of the list: changes with the link and with every write of the owner's list. */
  entityTag: string;
  /** Made once a version, however many visitors ask at a time. */
  document: () => Promise<SharedDocument>;
  /** The whole page with the document in it; made once as well. */
  page: () => Promise<WrittenPage>;
};

export type SharedLists = {
  /** @throws sharing.not_found, sharing.paused */
  open: (shareId: string, now: number) => Promise<OpenLink>;
};

type Kept = {
  entityTag: string;
  document: Promise<SharedDocument>;
  /** Written into the screens of that version. */
  page?: { version: string | null; written: Promise<WrittenPage> };
};

/** Documents kept in this process; what was unused longest goes first. They can be made again at any time. */
const DOCUMENTS_KEPT = 64;

export function createSharedLists({
  database,
  pages,
  baseUrl,
}: {
  database: Database;
  pages: Pages;
  baseUrl: string;
}): SharedLists {
  const kept = new Map<string, Kept>();

  function keep(opened: OpenedShare, entityTag: string): Kept {
    const { id } = opened.share;
    const known = kept.get(id);
    kept.delete(id);
    const current: Kept =
      known?.entityTag === entityTag ? known : { entityTag, document: makeDocument(database, opened) };
    kept.set(id, current);
    current.document.catch(() => kept.get(id) === current && kept.delete(id));
    if (kept.size > DOCUMENTS_KEPT) kept.delete(kept.keys().next().value as string);
    return current;
  }

  async function writePage({ document, entityTag }: Kept): Promise<WrittenPage> {
    const { list, json } = await document;
    return pages.write(sharedPage({ list, json, version: entityTag.slice(1, -1), baseUrl }));
  }

  return {
    open: async (shareId, now) => {
      const opened = await selectOpenedShare(database, shareId);
      if (!opened) throw problem(sharingProblems, 'sharing.not_found');
      const { share, owner } = opened;
      const ownerTier = tierInForce({ ...owner, accountTier: owner.accountTier ?? 'free' }, now);
      const state = shareStateAt({ ...share, ownerTier, now });
      if (state === 'expired') throw problem(sharingProblems, 'sharing.not_found');
      if (state !== 'open') throw problem(sharingProblems, 'sharing.paused');
      const entityTag = `"${share.version}-${owner.listVersion}"`;
      return {
        ownerName: ownerNameForVisitors(owner.nickname),
        title: share.title,
        entityTag,
        document: () => keep(opened, entityTag).document,
        page: () => {
          const current = keep(opened, entityTag);
          const { version } = pages;
          if (current.page?.version !== version) current.page = { version, written: writePage(current) };
          return current.page.written;
        },
      };
    },
  };
}

async function makeDocument(database: Database, { share, owner }: OpenedShare): Promise<SharedDocument> {
  const { id, title, note, selection, shows } = share;
  const [restaurants, categories] = await Promise.all([
    selectMyRestaurants(database, owner.userId),
    selectCategories(database),
  ]);
  const selected = selectedPlaces({ selection, restaurants });
  const hours = await selectOpeningHours(
    database,
    selected.map((place) => place.id),
  );
  const places = selected.map((restaurant) => {
    const known = hours.get(restaurant.id);
    return asVisitorSees({ restaurant, shows, openingSpans: known ? openingSpans(known) : null });
  });
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
