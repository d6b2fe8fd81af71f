import { randomUUID } from 'node:crypto';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import type { Collection, NewCollection } from '#features/collections/collections.contract.ts';
import type { TestApp } from '#server/http/test-app.ts';

export const LOOKS = { colour: 'pink', icon: 'soup' } as const;

/** Requests that a member's browser sends for collections. */
export const collectionsOf = (app: TestApp['app'], member: Pick<TestMember, 'headers'>) => {
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
  const place = (collectionId: string, restaurantId: string) =>
    `/api/collections/${collectionId}/places/${encodeURIComponent(restaurantId)}`;
  const create = (wanted: Partial<NewCollection> = {}) =>
    request('POST', '/api/collections', {
      payload: { name: '을지로 노포', ...LOOKS, ...wanted },
      headers: { 'idempotency-key': randomUUID() },
    });
  const read = (collectionId: string, headers: Record<string, string> = {}) =>
    request('GET', `/api/collections/${collectionId}`, { headers });

  return {
    request,
    create,
    /** A new collection. */
    made: async (wanted: Partial<NewCollection> = {}) => (await create(wanted)).json<Collection>(),
    read,
    /** The ids of the places as they are now. */
    order: async (collectionId: string) =>
      (await read(collectionId)).json<Collection>().places.map(({ id }) => id),
    list: async () => (await request('GET', '/api/collections')).json(),
    change: (collectionId: string, payload: object) =>
      request('PATCH', `/api/collections/${collectionId}`, { payload }),
    remove: (collectionId: string) => request('DELETE', `/api/collections/${collectionId}`),
    restore: (collectionId: string) => request('POST', `/api/collections/${collectionId}/restore`),
    add: (collectionId: string, restaurantIds: readonly string[]) =>
      request('POST', `/api/collections/${collectionId}/places`, { payload: { restaurantIds } }),
    changePlace: (collectionId: string, restaurantId: string, payload: object) =>
      request('PATCH', place(collectionId, restaurantId), { payload }),
    removePlace: (collectionId: string, restaurantId: string) =>
      request('DELETE', place(collectionId, restaurantId)),
    restorePlace: (collectionId: string, restaurantId: string) =>
      request('POST', `${place(collectionId, restaurantId)}/restore`),
  };
};

export const makePaid = ({ database }: Pick<TestApp, 'database'>, { userId }: Pick<TestMember, 'userId'>) =>
  database.insertInto('memberships').values({ user_id: userId, account_tier: 'paid' }).execute();
