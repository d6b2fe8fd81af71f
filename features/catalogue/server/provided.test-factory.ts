import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import type { NewProvided, SourceForm } from '#features/catalogue/provided-admin.contract.ts';
import type { ProvidedDocument, ProvidedSource } from '#features/catalogue/provided.contract.ts';
import type { TestApp } from '#server/http/test-app.ts';

type Who = Pick<TestMember, 'headers' | 'userId'>;

export const catalogueOf = ({ app }: TestApp, admin: Who) => {
  const request = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    key: string = randomUUID(),
  ) =>
    app.inject({
      method,
      url: `/api/admin/${url}`,
      headers: { ...admin.headers, 'idempotency-key': key },
      ...(payload && { payload }),
    });
  const of = (id: string) => encodeURIComponent(id);

  return {
    search: (query = '') => request('GET', `restaurants${query}`),
    publish: (id: string) => request('POST', `restaurants/${of(id)}/publish`),
    provide: (wanted: z.input<typeof NewProvided>) => request('POST', 'provided-restaurants', wanted),
    change: (id: string, changes: object) => request('PATCH', `provided-restaurants/${of(id)}`, changes),
    remove: (id: string) => request('DELETE', `provided-restaurants/${of(id)}`),
    import: (csv: string, isPreview = false, key?: string) =>
      request('POST', 'provided-restaurants/import', { csv, isPreview }, key),
    sources: () => request('GET', 'sources'),
    putSource: (id: string, form: SourceForm & { seen?: ProvidedSource | null }) =>
      request('PUT', `sources/${id}`, form),
    deleteSource: (id: string) => request('DELETE', `sources/${id}`),
    putCategories: (categories: { id: string; name: string }[], seen?: { id: string; name: string }[]) =>
      request('PUT', 'categories', { categories, seen }),
    acts: () => request('GET', 'acts'),
  };
};

export const providedTo = ({ app }: TestApp, member: Who) => {
  const read = (headers: Record<string, string> = {}) =>
    app.inject({ url: '/api/provided-restaurants', headers: { ...member.headers, ...headers } });
  return {
    read,
    now: async (): Promise<ProvidedDocument> => (await read()).json<ProvidedDocument>(),
    take: (restaurantIds: string[], { status, key = randomUUID() }: { status?: string; key?: string } = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/my-restaurants/from-provided',
        headers: { ...member.headers, 'idempotency-key': key },
        payload: { restaurantIds, ...(status && { status }) },
      }),
  };
};

export const signedUpDaysAgo = ({ database }: TestApp, { userId }: Who, days: number) =>
  database
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - days * 24 * 60 * 60 * 1000) })
    .where('id', '=', userId)
    .execute();
