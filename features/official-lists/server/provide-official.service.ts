import { provideSeveral, withdrawSeveral } from '#features/catalogue/server/catalogue.public.ts';
import {
  type OfficialList,
  PROVIDED_AT_ONCE,
  type Region,
} from '#features/official-lists/official-lists.contract.ts';
import { builtInIndex } from '#features/places/server/places.public.ts';
import type { Database } from '#server/database/database.ts';
import type { Person } from '#server/http/require-user.ts';
import { countProvided, markProvided, selectToProvide, selectToWithdraw } from './official-pages.sql.ts';

type Part = { admin: Person; list: OfficialList; region: Region };

const subjectOf = ({ list, region: { province, district } }: Part) =>
  [list, province, district].filter(Boolean).join(' ');

/**
 * Provides the next places of a list in a region. Each request is one transaction, so that an interrupted action can
 * continue.
 * @returns the number of places that this request provided, and of those that are left
 */
export async function provideOfficial(
  database: Database,
  { memo, ...part }: Part & { memo: string },
): Promise<{ done: number; left: number }> {
  const ids = await selectToProvide(database, { ...part, limit: PROVIDED_AT_ONCE });
  const index = builtInIndex(database);
  const places = await Promise.all(ids.map((placeId) => index.details({ placeId })));
  const known = places.filter((place) => place !== null);
  const done = await database.transaction().execute(async (transaction) => {
    if (known.length === 0) return 0;
    const provided = await provideSeveral(transaction, {
      admin: part.admin,
      places: known,
      memo,
      subject: subjectOf(part),
    });
    if (provided.length > 0)
      await markProvided(transaction, { list: part.list, placeIds: provided, isProvided: true });
    return provided.length;
  });
  const { places: all, provided } = await countProvided(database, part);
  // Without progress the rest cannot be provided, and the client must not repeat the request.
  return { done, left: done === 0 ? 0 : all - provided };
}

/** Stops providing the next places that `provideOfficial` has provided. */
export async function withdrawOfficial(
  database: Database,
  part: Part,
): Promise<{ done: number; left: number }> {
  return database.transaction().execute(async (transaction) => {
    const ids = await selectToWithdraw(transaction, { ...part, limit: PROVIDED_AT_ONCE });
    if (ids.length === 0) return { done: 0, left: 0 };
    await withdrawSeveral(transaction, { admin: part.admin, ids, subject: subjectOf(part) });
    await markProvided(transaction, { list: part.list, placeIds: ids, isProvided: false });
    const { providedHere } = await countProvided(transaction, part);
    return { done: ids.length, left: providedHere };
  });
}
