import { randomUUID } from 'node:crypto';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type {
  Collection,
  JoinedRole,
  NewCollection,
  PlaceReaction,
} from '#features/collections/collections.contract.ts';
import { requestsOf, type TestApp } from '#server/http/test-app.ts';

export const LOOKS = { colour: 'pink', icon: 'soup' } as const;

export const collectionsOf = (app: TestApp['app'], member: Pick<TestMember, 'headers'>) => {
  const request = requestsOf(app, member);
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
    made: async (wanted: Partial<NewCollection> = {}) => (await create(wanted)).json<Collection>(),
    read,
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

export const jointOf = (app: TestApp['app'], member: Pick<TestMember, 'headers'>) => {
  const request = requestsOf(app, member);
  const of = (collectionId: string) => `/api/collections/${collectionId}`;
  const place = (collectionId: string, restaurantId: string) =>
    `${of(collectionId)}/places/${encodeURIComponent(restaurantId)}`;
  return {
    getInvite: (collectionId: string) => request('GET', `${of(collectionId)}/invite`),
    putInvite: (collectionId: string, role: JoinedRole) =>
      request('PUT', `${of(collectionId)}/invite`, { payload: { role } }),
    revokeInvite: (collectionId: string) => request('DELETE', `${of(collectionId)}/invite`),
    preview: (inviteId: string) => request('GET', `/api/collection-invites/${inviteId}`),
    join: (inviteId: string) => request('POST', `/api/collection-invites/${inviteId}/members`),
    changeMember: (collectionId: string, memberKey: string, role: JoinedRole) =>
      request('PATCH', `${of(collectionId)}/members/${memberKey}`, { payload: { role } }),
    removeMember: (collectionId: string, memberKey: string) =>
      request('DELETE', `${of(collectionId)}/members/${memberKey}`),
    transfer: (collectionId: string, memberKey: string) =>
      request('PUT', `${of(collectionId)}/owner`, { payload: { memberKey } }),
    react: (collectionId: string, restaurantId: string, reaction: PlaceReaction) =>
      request('PUT', `${place(collectionId, restaurantId)}/reaction`, { payload: reaction }),
    comment: (collectionId: string, restaurantId: string, text: string, key: string = randomUUID()) =>
      request('POST', `${place(collectionId, restaurantId)}/comments`, {
        payload: { text },
        headers: { 'idempotency-key': key },
      }),
    uncomment: (collectionId: string, restaurantId: string, commentId: string) =>
      request('DELETE', `${place(collectionId, restaurantId)}/comments/${commentId}`),
  };
};

export const makePaid = ({ database }: Pick<TestApp, 'database'>, { userId }: Pick<TestMember, 'userId'>) =>
  database.insertInto('memberships').values({ user_id: userId, account_tier: 'paid' }).execute();

/** Signs up a member who can send the requests of collections. */
export async function signUpPerson({ app }: Pick<TestApp, 'app'>, nickname = '모먹지') {
  const member = await signUpMember(app, { nickname });
  return { ...member, ...collectionsOf(app, member), ...jointOf(app, member) };
}
export type Person = Awaited<ReturnType<typeof signUpPerson>>;
