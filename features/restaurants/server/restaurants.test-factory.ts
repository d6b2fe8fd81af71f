import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import type {
  MyList,
  MyRestaurant,
  NewRestaurant,
  Written,
} from '#features/restaurants/restaurants.contract.ts';
import type { Database } from '#server/database/database.ts';
import type { App } from '#server/http/feature.ts';
import { requestsOf } from '#server/http/test-app.ts';

/** Adds a place to the catalogue with a date in the past. Returns the id of the place. */
export async function placeInCatalogue(
  database: Database,
  {
    id = `test-place-${randomUUID()}`,
    provider = 'local',
    name = '온달국수',
    categoryId = 'noodles',
  }: {
    id?: string;
    provider?: 'local' | 'google';
    name?: string;
    categoryId?: string | null;
  } = {},
): Promise<string> {
  await database
    .insertInto('restaurants_public')
    .values({
      id,
      provider,
      name,
      address: '서울특별시 종로구 예시로 1',
      lat: 37.57,
      lng: 126.98,
      category_id: categoryId,
    })
    .execute();
  return id;
}

/** The requests that a member's browser sends for the list. */
export const listOf = (app: App, member: Pick<TestMember, 'headers'>) => {
  const request = requestsOf(app, member);
  const of = (restaurantId: string) => `/api/my-restaurants/${encodeURIComponent(restaurantId)}`;

  return {
    add: (body: z.input<typeof NewRestaurant>, key: string = randomUUID()) =>
      request('POST', '/api/my-restaurants', { payload: body, headers: { 'idempotency-key': key } }),
    addPlace: (placeId: string, fields: Omit<NewRestaurant, 'place'> = {}) =>
      request('POST', '/api/my-restaurants', {
        payload: { ...fields, place: { from: 'maps', placeId } },
        headers: { 'idempotency-key': randomUUID() },
      }),
    addByHand: (place: object, fields: Omit<NewRestaurant, 'place'> = {}) =>
      request('POST', '/api/my-restaurants', {
        payload: { ...fields, place: { from: 'hand', ...place } },
        headers: { 'idempotency-key': randomUUID() },
      }),
    change: (restaurantId: string, changes: object) =>
      request('PATCH', of(restaurantId), { payload: changes }),
    changePlace: (restaurantId: string, place: object) =>
      request('PUT', `${of(restaurantId)}/place`, { payload: place }),
    remove: (restaurantId: string) => request('DELETE', of(restaurantId)),
    restore: (restaurantId: string) => request('POST', `${of(restaurantId)}/restore`),
    undoTakeOver: (restaurants: readonly Pick<MyRestaurant, 'id' | 'lastModifiedByUserAt'>[]) =>
      request('POST', '/api/my-restaurants/taken-over/undo', { payload: { restaurants } }),
    open: (restaurantId: string) => request('GET', `/api/restaurants/${encodeURIComponent(restaurantId)}`),
    read: (headers: Record<string, string> = {}) => request('GET', '/api/my-restaurants', { headers }),
    /** Returns the current list. */
    now: async (): Promise<MyList> => (await request('GET', '/api/my-restaurants')).json<MyList>(),
  };
};

export const written = (answer: { json: () => unknown }): Written => answer.json() as Written;

/**
 * Makes a transaction fail at its end if it changed a fact that a list shows but did not raise the version of that
 * list. Without a new version, the server would continue to send the unchanged list from memory.
 */
export async function requireNewVersions(database: Database): Promise<void> {
  const shown = [
    'name',
    'address',
    'neighbourhood',
    'lat',
    'lng',
    'phone_number',
    'category_id',
    'private_to_uid',
    'is_example',
    'business_status',
    'first_added_to_public_at',
    'opening_periods',
    'detailed_opening_hours',
    'parking_options_summary',
  ];
  await sql`
    create function require_new_version(owner text) returns void language plpgsql as $$
    begin
      -- If this transaction or one of its savepoints wrote a row, the xmin of the row is the id of the transaction or
      -- a later id.
      if exists (
        select from restaurant_lists where user_id = owner and xmin::text::int8 < txid_current() % 4294967296
      ) then raise 'The list of % was changed without its version.', owner;
      end if;
    end $$;
    create function check_record() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.deleted_at is null then perform require_new_version(old.user_id); end if;
      elsif tg_op = 'INSERT' or old is distinct from new and (old.deleted_at is null or new.deleted_at is null) then
        perform require_new_version(new.user_id);
      end if;
      return null;
    end $$;
    create constraint trigger check_record after insert or update or delete on my_restaurants
      deferrable initially deferred for each row execute function check_record();
    create function check_place() returns trigger language plpgsql as $$
    begin
      perform require_new_version(user_id) from my_restaurants
      where restaurant_id = new.id and deleted_at is null;
      return null;
    end $$;
    create constraint trigger check_place after update of ${sql.raw(shown.join(', '))} on restaurants_public
      deferrable initially deferred for each row
      when (${sql.raw(shown.map((name) => `old.${name} is distinct from new.${name}`).join(' or '))})
      execute function check_place();
  `.execute(database);
}
