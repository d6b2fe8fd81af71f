import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import type { MyList, NewRestaurant, Written } from '#features/restaurants/restaurants.contract.ts';
import type { Database } from '#server/database/database.ts';
import type { App } from '#server/http/feature.ts';

/** Adds a place to the catalogue with an old date; returns its id. */
export async function placeInCatalogue(
  database: Database,
  {
    id = `test-place-${randomUUID()}`,
    provider = 'local',
    name = '온달국수',
    categoryId = 'noodles',
  }: { id?: string; provider?: 'local' | 'google'; name?: string; categoryId?: string | null } = {},
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

/** Requests that a member's browser sends for the list. */
export const listOf = (app: App, member: Pick<TestMember, 'headers'>) => {
  const request = (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    { payload, headers = {} }: { payload?: object; headers?: Record<string, string> } = {},
  ) =>
    app.inject({
      method,
      url,
      headers: { ...member.headers, ...headers },
      ...(payload && { payload }),
    });
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
    open: (restaurantId: string) => request('GET', `/api/restaurants/${encodeURIComponent(restaurantId)}`),
    read: (headers: Record<string, string> = {}) => request('GET', '/api/my-restaurants', { headers }),
    /** The current list. */
    now: async (): Promise<MyList> => (await request('GET', '/api/my-restaurants')).json<MyList>(),
  };
};

export const written = (answer: { json: () => unknown }): Written => answer.json() as Written;
