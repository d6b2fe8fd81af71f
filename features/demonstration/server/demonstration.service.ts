import type { Coordinates } from '#common/geo.ts';
import { addAccount, deleteAccounts } from '#features/account/server/account.public.ts';
import {
  deleteExamplePlacesAddedBy,
  provideExamples,
  removeExampleSources,
} from '#features/catalogue/server/catalogue.public.ts';
import { fillJournal } from '#features/journal/server/journal.public.ts';
import { grantAdminMembership, grantMembership } from '#features/membership/server/membership.public.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import {
  builtInIndex,
  loadExamplePlaces,
  type PlacesProvider,
  removeExamplePlaces,
} from '#features/places/server/places.public.ts';
import { eraseReviewsOf } from '#features/reviews/server/reviews.public.ts';
import { fillList } from '#features/restaurants/server/restaurants.public.ts';
import type { Connection, Database } from '#server/database/database.ts';
import {
  type DemonstrationAccount,
  demonstrationAccounts,
  demonstrationPassword,
} from './demonstration-accounts.ts';
import { mealsAt } from './demonstration-journal.ts';
import { exampleSources } from './demonstration-sources.ts';
import { linkOf } from './demonstration-visits.ts';
import {
  insertDemonstration,
  insertDemonstrationAccount,
  isTooLate,
  lockDemonstration,
  selectDemonstrationAccounts,
  setDemonstrationRemoved,
} from './demonstration.sql.ts';

const HALF_A_YEAR = 183 * 24 * 60 * 60 * 1000;
/** How far from the middle of a part of town its places may lie, in metres. */
const PART_OF_TOWN = 12_000;

/**
 * Makes the invented accounts with their lists, if nobody has ever used this installation and they were never made.
 * All in one transaction: two processes starting at once make them once, one that is killed leaves nothing.
 * @param now milliseconds
 */
export async function makeDemonstration({
  database,
  secret,
  now,
}: {
  database: Database;
  secret: string;
  now: number;
}): Promise<void> {
  if (await isTooLate(database)) return;
  await loadExamplePlaces(database);
  await database.transaction().execute(async (transaction) => {
    await lockDemonstration(transaction);
    if (await isTooLate(transaction)) return;
    const maps = builtInIndex(transaction);
    const accounts = await Promise.all(
      demonstrationAccounts.map(async (account) => ({
        ...account,
        places: await placesOf({ maps, account }),
      })),
    );
    // Another process is still loading the example places, or they have been removed.
    if (accounts.every(({ places }) => places.length === 0)) return;
    await insertDemonstration(transaction);
    const sources = await exampleSources((part) => examplesAround({ maps, ...part }));
    for (const account of accounts) {
      const userId = await makeAccount(transaction, { account, secret, now });
      if (account.role === 'admin') await provideExamples(transaction, { sources, adminUid: userId });
    }
  });
}

/** Removes the accounts, everything of theirs, and the example places that nobody else has saved. */
export async function removeDemonstration(database: Database): Promise<{ accounts: number }> {
  const accounts = await database.transaction().execute(async (transaction) => {
    await lockDemonstration(transaction);
    const userIds = (await selectDemonstrationAccounts(transaction)).map(({ userId }) => userId);
    for (const userId of userIds) await eraseReviewsOf(transaction, { userId });
    await removeExampleSources(transaction);
    await deleteExamplePlacesAddedBy(transaction, userIds);
    await deleteAccounts(transaction, userIds);
    await setDemonstrationRemoved(transaction);
    return userIds.length;
  });
  await removeExamplePlaces(database);
  return { accounts };
}

/** How to sign in with what is left of the demonstration. */
export async function signInsOfDemonstration({ database, secret }: { database: Database; secret: string }) {
  const accounts = await selectDemonstrationAccounts(database);
  return accounts.map(({ nickname, email }) => ({
    nickname,
    email,
    password: demonstrationPassword({ secret, email }),
  }));
}

/** Later capabilities add what they show: a shared list. */
async function makeAccount(
  transaction: Connection,
  {
    account,
    secret,
    now,
  }: { account: DemonstrationAccount & { places: PlaceDetails[] }; secret: string; now: number },
): Promise<string> {
  const { role, nickname, email } = account;
  const password = demonstrationPassword({ secret, email });
  const createdAt = new Date(now - HALF_A_YEAR);
  const userId = await addAccount(transaction, { nickname, email, password, emailVerified: true, createdAt });
  if (userId === null) throw new Error(`${email} has an account already.`);
  await insertDemonstrationAccount(transaction, { userId, role });
  if (role === 'paid') await grantMembership(transaction, { userId, until: now + HALF_A_YEAR });
  if (role === 'admin') await grantAdminMembership(transaction, { userId, now });

  const links = account.places.map((details, nth) => linkOf({ details, nth, now }));
  await fillList(transaction, { userId, links });
  const visited = links
    .filter(({ fields }) => fields.status === '방문 완료')
    .map(({ details: { placeId, name } }) => ({ placeId, name }));
  const count = role === 'paid' ? 120 : 8;
  await fillJournal(transaction, { userId, entries: mealsAt({ places: visited, count, now }) });
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
  // One of each part in turn, as somebody who gets about adds them.
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
  const nearby = await maps.nearby({ centre: around, radius: PART_OF_TOWN, limit: 3 * places });
  const examples = nearby.filter(({ isExample }) => isExample).slice(0, places);
  const details = await Promise.all(examples.map(({ placeId }) => maps.details({ placeId })));
  return details.filter((each) => each !== null);
}
