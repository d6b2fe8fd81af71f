import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { readDeviceKey } from '#features/collections/web/votes/device-key.ts';
import { EntryDraft } from '#features/journal/web/form/entry-draft.ts';
import { readStoredPhotos } from '#features/photos/web/draft-photos.ts';
import { readAddDraft } from '#features/restaurants/web/add/draft.ts';
import { readShortcuts } from '#features/restaurants/web/filters/shortcuts.ts';
import { readSource } from '#features/restaurants/web/from-source/remembered-source.ts';
import { isAddingFromSource } from '#features/restaurants/web/from-source/source-key.ts';
import { readAccount, readStoredDocument, readStoredScreen } from '#web/documents/documents-database.ts';
import { type Action, ACTION_FORMAT } from '#web/outbox/actions.ts';
import { readAction } from '#web/outbox/stored-action.ts';
import { readDraft } from '#web/use-stored-draft.ts';
import { kinds } from './action-kinds.ts';

/*
 * Values that devices have stored, byte for byte. Chromium wrote them; they are not produced by this code. Devices keep
 * them for weeks, so every later version must read them. Never change a file of web/fixtures: add one.
 */

const fixture = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'),
    (_, value: unknown) => {
      const { $blob, type } = (value ?? {}) as { $blob?: string; type?: string };
      return $blob === undefined ? value : new Blob([Buffer.from($blob, 'base64')], { type: type ?? '' });
    },
  );

const FORMATS: readonly (readonly [number, Action[]])[] = Array.from({ length: ACTION_FORMAT }, (_, at) => [
  at + 1,
  fixture(`actions-${at + 1}`),
]);
const rows = FORMATS.flatMap(([format, actions]) =>
  actions.map((row) => [format, `${row.kind} ${row.seq}`, row] as const),
);

test.each(rows)('보낼 것, 형식 %i: %s', async (_format, _name, row) => {
  const action = await readAction(row);
  expect(action).toMatchObject({ id: row.id, kind: row.kind, problem: row.problem, format: ACTION_FORMAT });
  const { before, ...stored } = row.payload as { before?: unknown };
  if (row.kind.startsWith('journal.') && before !== undefined) return;
  expect(action.payload).toEqual(before === undefined ? stored : { ...stored, before });
});

test('처음 형식의 일지 삭제는 보이던 만큼의 글과 함께 읽힌다', async () => {
  const old = FORMATS[0]![1].filter(
    ({ kind, payload }) => kind.startsWith('journal.') && 'before' in (payload as object),
  );
  expect(old).toHaveLength(2);
  for (const row of old) {
    const { entryId, before } = row.payload as { entryId: string; before: { journalText: string } };
    expect((await readAction(row)).payload).toMatchObject({
      entryId,
      summary: { id: entryId, textStart: before.journalText, isTextTruncated: false },
    });
  }
});

test('지금 형식의 파일에는 모든 종류가 있다', async () => {
  const names = await Promise.all(
    Object.entries(kinds).map(async ([feature, load]) =>
      Object.keys(await load()).map((name) => `${feature}.${name}`),
    ),
  );
  expect([...new Set(FORMATS.at(-1)![1].map(({ kind }) => kind))].toSorted()).toEqual(
    names.flat().toSorted(),
  );
});

const [first] = FORMATS[1]![1] as [Action];
test.each<[string, object]>([
  ['모르는 종류', { kind: 'restaurants.teleport' }],
  ['모르는 기능', { kind: 'drones.deliver' }],
  ['언어가 정한 이름의 종류', { kind: 'restaurants.constructor' }],
  ['더 새로운 형식', { format: ACTION_FORMAT + 1 }],
  ['읽을 수 없는 내용', { payload: { body: 'text' } }],
  ['내용 없음', { payload: undefined }],
  ['읽을 수 없는 틀', { id: 7, object: null, createdAt: 'yesterday' }],
])('%s은 보내지 못한 것이 되어 버릴 수 있다', async (_, changes) => {
  const action = await readAction({ ...first, ...changes });
  expect(action).toMatchObject({ seq: first.seq, account: first.account, payload: null });
  expect(action.problem).toMatchObject({ code: 'outbox.unreadable' });
  expect(action.id).not.toBe('');
});

const device = fixture('device-2026-11-28');
const { uid } = device as { uid: string };
vi.stubGlobal('localStorage', { getItem: (key: string): string | null => device.localStorage[key] ?? null });

test('쓰다 만 맛집과 일지', () => {
  expect(readAddDraft(uid).values.sourceMemo).toBe('쓰다 만 메모');
  const draft = readDraft({ key: `momokzi.journal-draft.${uid}.new.`, schema: EntryDraft });
  expect(draft?.values).toMatchObject({ restaurantName: '반쯤 쓴 집', journalText: '반쯤 쓴 글' });
  const [photos] = device.draftPhotos[1];
  expect(readStoredPhotos(photos)).toEqual(photos);
});

test('필터 바로가기, 투표한 기기의 열쇠, 방송에서 담던 곳', () => {
  expect(readShortcuts(JSON.parse(device.localStorage[`filter-shortcuts:${uid}`]))).toEqual([
    { name: '국수 예정', search: { q: '국수', status: 'todo' } },
  ]);
  expect(readDeviceKey('V0tE').voterId).toBe('01a2234a-5e53-70ef-830b-64b0a5d84833');
  expect(isAddingFromSource(uid)).toBe(true);
  expect(readSource(uid)).toMatchObject({
    current: { kind: 'tv' },
    waiting: [{ placeId: 'example:96' }],
    saved: [{ restaurantId: 'example:1' }],
  });
});

test('기기에 둔 계정과 문서', () => {
  expect(readAccount(device.device.account)).toEqual(device.device.account);
  expect(readStoredDocument(device.document.value)).toEqual(device.document.value);
});

test('읽을 수 없는 하나가 다른 것을 버리지 않는다', () => {
  const good = { name: '국수', search: { q: '국수' } };
  expect(readShortcuts([null, good, { name: 3, search: {} }, { name: '없음' }])).toEqual([good]);
  expect(readShortcuts({ name: '국수' })).toEqual([]);
  const photo = { id: 'a', blob: new Blob(['a']), photo: null };
  expect(readStoredPhotos([{ id: 'b' }, photo, 'c'])).toEqual([photo]);
  expect(readStoredPhotos('photos')).toEqual([]);
  const chosen = { placeId: 'a', name: '국수', source: { kind: 'tv', memo: '' } };
  device.localStorage['momokzi.source.other'] = JSON.stringify({
    current: { kind: 'radio' },
    waiting: [{ placeId: 7 }, chosen],
    saved: [],
  });
  expect(readSource('other')).toEqual({ current: null, waiting: [chosen], saved: [] });
  device.localStorage['momokzi.vote.broken'] = '{"key":7}';
  expect(readDeviceKey('broken').key).toMatch(/^[0-9a-f]{48}$/);
});

test('계정과 문서의 틀이 다르면 쓰지 않는다', () => {
  for (const broken of [undefined, null, 'me', [], { uid }, { uid, checkedAt: 1, me: { uid: 'other' } }])
    expect(readAccount(broken)).toBeNull();
  for (const broken of [null, 'text', { data: [] }, { data: [], checkedAt: '1', format: 'a' }])
    expect(readStoredDocument(broken)).toBeNull();
  expect(readStoredScreen({ uid, html: 7, title: '', fits: '' })).toBeNull();
});
