import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepDocuments } from './keep-documents.ts';

const stored = vi.hoisted((): { uid: string; data: unknown }[] => []);
vi.mock('./documents.ts', () => ({
  keepAccount: async () => undefined,
  keepDocument: async ({ uid, data }: { uid: string; data: unknown }) => stored.push({ uid, data }),
  dropOldDocuments: async () => undefined,
}));
vi.mock('./documents-database.ts', () => ({ deviceAccount: async () => null }));
vi.mock('./forget-device.ts', () => ({}));
vi.mock('./shared-pictures.ts', () => ({ dropOldSharedPictures: async () => undefined }));
vi.mock('#web/browser-cookies.ts', () => ({ readCookie: () => null, writeCookie: () => undefined }));
vi.mock('#web/leaving.ts', () => ({ onHidden: () => undefined }));

test('누구인지 늦게 알게 되어도, 먼저 받은 것을 그 사람의 것으로 저장한다', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  keepDocuments(client);
  client.setQueryData(['shared-lists', 'one'], '골목 지도');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stored).toEqual([]);
  client.setQueryData(['me'], { uid: 'mina' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stored).toEqual([{ uid: 'mina', data: '골목 지도' }]);
});
