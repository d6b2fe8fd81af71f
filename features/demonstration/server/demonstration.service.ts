import type { Coordinates } from '#common/geo.ts';
import { DAY_MS } from '#common/dates.ts';
import { VISITED } from '#common/visit-status.ts';
import { addAccount, deleteAccounts } from '#features/account/server/account.public.ts';
import {
  deleteExamplePlacesAddedBy,
  provideExamples,
  removeExampleSources,
} from '#features/catalogue/server/catalogue.public.ts';
import { seedJournal } from '#features/journal/server/journal.public.ts';
import { grantAdminMembership, grantMembership } from '#features/membership/server/membership.public.ts';
import { seedPhotos, type PhotoStorage, removeFiles } from '#features/photos/server/photos.public.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import {
  builtInIndex,
  loadExamplePlaces,
  type PlacesProvider,
  removeExamplePlaces,
} from '#features/places/server/places.public.ts';
import { deleteReviewsOf } from '#features/reviews/server/reviews.public.ts';
import { seedList } from '#features/restaurants/server/restaurants.public.ts';
import { photosKeyOf } from '#features/restaurants/restaurants.rules.ts';
import { createShare } from '#features/sharing/server/sharing.public.ts';
import type { Connection, Database } from '#server/database/database.ts';
import {
  type DemonstrationAccount,
  demonstrationAccounts,
  demonstrationPassword,
} from './demonstration-accounts.ts';
import { mealsAt } from './demonstration-journal.ts';
import { dishPhotos } from './demonstration-pictures.ts';
import { exampleSources } from './demonstration-sources.ts';
import { savedRestaurantOf } from './demonstration-visits.ts';
import {
  insertDemonstration,
  insertDemonstrationAccount,
  hasExistingAccounts,
  lockDemonstration,
  selectDemonstrationAccounts,
  setDemonstrationRemoved,
} from './demonstration.sql.ts';
import { withExampleVisitFacts } from './example-hours.ts';

const HALF_A_YEAR = 183 * DAY_MS;
const TWO_YEARS = 4 * HALF_A_YEAR;
/** Number of meals with photos. These are the meals of about two months. */
const MEALS_WITH_PHOTOS = 28;
/** Radius of an area in metres, around its centre. */
const AREA_RADIUS_METRES = 12_000;

const SHARED_LIST = {
  title: '예시 부모님과 가고 싶은 맛집',
  note: '다녀온 곳은 평점도 같이 적어 두었어요.',
  selection: { of: 'all' },
  shows: { ratings: true, reviews: true, memos: true, photos: true },
  expiresAt: null,
} as const;

/**
 * Creates the demonstration accounts. Does nothing if this installation has users or has ever created these accounts.
 * All rows are created in one transaction, so that two concurrent starts create the accounts once, and a killed process
 * leaves no rows behind.
 * @param now time in milliseconds
 */
export async function createDemonstration({
  database,
  storage,
  secret,
  now,
}: {
  database: Database;
  storage: PhotoStorage;
  secret: string;
  now: number;
}): Promise<void> {
  if (await hasExistingAccounts(database)) return;
  await loadExamplePlaces(database);
  await database.transaction().execute(async (transaction) => {
    await lockDemonstration(transaction);
    if (await hasExistingAccounts(transaction)) return;
    const maps = builtInIndex(transaction);
    const accounts = await Promise.all(
      demonstrationAccounts.map(async (account) => ({
        ...account,
        places: await placesOf({ maps, account }),
      })),
    );
    // There are no example places. Either another process is still loading them, or they have been removed.
    if (accounts.every(({ places }) => places.length === 0)) return;
    await insertDemonstration(transaction);
    const sources = await exampleSources((part) => examplesAround({ maps, ...part }));
    for (const account of accounts) {
      const userId = await createAccount(transaction, { account, storage, secret, now });
      if (account.role === 'admin') await provideExamples(transaction, { sources, adminUid: userId });
    }
  });
}

/** Removes the demonstration accounts and the example places. Keeps example places that another member has saved. */
export async function removeDemonstration({
  database,
  storage,
}: {
  database: Database;
  storage: PhotoStorage;
}): Promise<{ accounts: number }> {
  const accounts = await database.transaction().execute(async (transaction) => {
    await lockDemonstration(transaction);
    const userIds = (await selectDemonstrationAccounts(transaction)).map(({ userId }) => userId);
    for (const userId of userIds) await deleteReviewsOf(transaction, { userId });
    await removeExampleSources(transaction);
    await deleteExamplePlacesAddedBy(transaction, userIds);
    await deleteAccounts(transaction, userIds);
    await setDemonstrationRemoved(transaction);
    return userIds.length;
  });
  // This call deletes the photo files of the removed accounts.
  await removeFiles({ database, storage });
  await removeExamplePlaces(database);
  return { accounts };
}

export async function demonstrationSignIns({ database, secret }: { database: Database; secret: string }) {
  const accounts = await selectDemonstrationAccounts(database);
  return accounts.map(({ nickname, email }) => ({
    nickname,
    email,
    password: demonstrationPassword({ secret, email }),
  }));
}

async function createAccount(
  transaction: Connection,
  {
    account,
    storage,
    secret,
    now,
  }: {
    account: DemonstrationAccount & { places: PlaceDetails[] };
    storage: PhotoStorage;
    secret: string;
    now: number;
  },
): Promise<string> {
  const { role, nickname, email } = account;
  const password = demonstrationPassword({ secret, email });
  // Older than the oldest saved place.
  const createdAt = new Date(now - TWO_YEARS);
  const userId = await addAccount(transaction, { nickname, email, password, emailVerified: true, createdAt });
  if (userId === null) throw new Error(`${email} already has an account.`);
  await insertDemonstrationAccount(transaction, { userId, role });
  if (role === 'paid') await grantMembership(transaction, { userId, until: now + HALF_A_YEAR, now });
  if (role === 'admin') await grantAdminMembership(transaction, { userId, now });

  const isPaid = role === 'paid';
  const links = account.places.map((details, nth) => savedRestaurantOf({ details, nth, now }));
  const visited = links.filter(({ fields }) => fields.status === VISITED);
  const ofReviews = await dishPhotos({
    purpose: 'review',
    of: (isPaid ? visited : []).map(({ details, linkedAt }) => ({
      usedBy: photosKeyOf({ userId, restaurantId: details.placeId }),
      categoryId: details.categoryId,
      createdAt: linkedAt,
    })),
  });
  await seedPhotos(transaction, { storage, ownerId: userId, purpose: 'review', photos: ofReviews });
  const photoIdsOf = ({ placeId: restaurantId }: PlaceDetails) =>
    ofReviews
      .filter(({ usedBy }) => usedBy === photosKeyOf({ userId, restaurantId }))
      .map(({ photoId }) => photoId);
  await seedList(transaction, {
    userId,
    links: links.map((link) => ({
      ...link,
      fields: { ...link.fields, userPhotoFilenames: photoIdsOf(link.details) },
    })),
  });

  const places = visited.map(({ details }) => details);
  const entries = mealsAt({ places, count: isPaid ? 120 : 8, now });
  const entryIds = await seedJournal(transaction, { userId, entries });
  if (!isPaid) return userId;
  const ofEntries = await dishPhotos({
    purpose: 'journal',
    of: entries.slice(0, MEALS_WITH_PHOTOS).map(({ createdAt, draft }, nth) => ({
      usedBy: entryIds[nth] ?? '',
      categoryId: places.find(({ placeId }) => placeId === draft.restaurantId)?.categoryId ?? null,
      createdAt,
    })),
  });
  await seedPhotos(transaction, { storage, ownerId: userId, purpose: 'journal', photos: ofEntries });
  await createShare(transaction, {
    person: { userId, tier: 'paid' },
    wanted: SHARED_LIST,
    now,
  });
  return userId;
}

async function placesOf({
  maps,
  account,
}: {
  maps: PlacesProvider;
  account: DemonstrationAccount;
}): Promise<PlaceDetails[]> {
  const parts = await Promise.all(account.list.map((part) => examplesAround({ maps, ...part })));
  const longest = Math.max(0, ...parts.map(({ length }) => length));
  // The places alternate between the areas, as if the member travelled.
  return Array.from({ length: longest }, (_, nth) => parts.flatMap((part) => part[nth] ?? [])).flat();
}

async function examplesAround({
  maps,
  around,
  places,
}: {
  maps: PlacesProvider;
  around: Coordinates;
  places: number;
}): Promise<PlaceDetails[]> {
  const nearby = await maps.nearby({ centre: around, radius: AREA_RADIUS_METRES, limit: 3 * places });
  const examples = nearby.filter(({ isExample }) => isExample).slice(0, places);
  const details = await Promise.all(examples.map(({ placeId }) => maps.details({ placeId })));
  return details.filter((each) => each !== null).map(withExampleVisitFacts);
}
