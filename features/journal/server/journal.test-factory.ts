import { randomUUID } from 'node:crypto';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import type {
  Journal,
  JournalDraft,
  JournalEntry,
  WrittenEntry,
} from '#features/journal/journal.contract.ts';
import type { App } from '#server/http/feature.ts';
import { requestsOf } from '#server/http/test-app.ts';

export const day = (written: string): number => Date.parse(`${written}T00:00:00Z`);

export const journalOf = (app: App, member: Pick<TestMember, 'headers'>) => {
  const request = requestsOf(app, member);
  const of = (entryId: string) => `/api/journal/entries/${entryId}`;
  const draft = (fields: Partial<JournalDraft>): JournalDraft => ({
    restaurantName: '해달골 국밥',
    visitDate: day('2026-04-18'),
    ...fields,
  });
  const write = (fields: Partial<JournalDraft> = {}, key: string = randomUUID()) =>
    request('POST', '/api/journal/entries', {
      payload: draft(fields),
      headers: { 'idempotency-key': key },
    });

  return {
    write,
    written: async (fields: Partial<JournalDraft> = {}): Promise<string> => {
      const answer = await write(fields);
      const { entry } = answer.json<WrittenEntry>();
      if (!entry) throw new Error(`Creating an entry failed with ${answer.statusCode}: ${answer.body}`);
      return entry.id;
    },
    /** @param basedOn the version that the change is based on; default: the current version */
    change: async (entryId: string, fields: Partial<JournalDraft>, basedOn?: number) => {
      const version = basedOn ?? (await request('GET', of(entryId))).json<JournalEntry>().updatedAt ?? 0;
      return request('PUT', of(entryId), { payload: { ...draft(fields), basedOn: version } });
    },
    remove: (entryId: string) => request('DELETE', of(entryId)),
    restore: (entryId: string) => request('POST', `${of(entryId)}/restore`),
    open: (entryId: string) => request('GET', of(entryId)),
    search: (q: string) => request('GET', `/api/journal/search?q=${encodeURIComponent(q)}`),
    read: (headers: Record<string, string> = {}) => request('GET', '/api/journal', { headers }),
    now: async (): Promise<Journal> => (await request('GET', '/api/journal')).json<Journal>(),
  };
};
