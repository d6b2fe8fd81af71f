import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { readDeviceKey } from '#features/collections/web/votes/device-key.ts';
import { EntryDraft } from '#features/journal/web/form/entry-draft.ts';
import { readStoredPhotos } from '#features/photos/web/draft-photos.ts';
import { EMPTY_DRAFT, readAddDraft } from '#features/restaurants/web/add/draft.ts';
import { readShortcuts } from '#features/restaurants/web/filters/shortcuts.ts';
import { readSource } from '#features/restaurants/web/from-source/remembered-source.ts';
import { isAddingFromSource } from '#features/restaurants/web/from-source/source-key.ts';
import { NO_DRAFT, readPasteDraft } from '#features/transfer/web/paste-draft.ts';
import { pasteDraftKey } from '#features/transfer/web/paste-draft-key.ts';
import { readOtherVersion, registerDocumentSchemas } from '#web/documents/document-schemas.ts';
import { KEPT } from '#web/documents/kept-queries.ts';
import { readAccount, readStoredDocument, readStoredScreen } from '#web/documents/documents-database.ts';
import { type Action, ACTION_FORMAT } from '#web/outbox/actions.ts';
import { readAction } from '#web/outbox/stored-action.ts';
import { readDraft } from '#web/form/use-stored-draft.ts';
import { kinds } from './action-kinds.ts';
import { documentSchemas } from './document-schemas.ts';

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
  // Fields that were added later have their default.
  expect(action.payload).toMatchObject(before === undefined ? stored : { ...stored, before });
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

const NO_ENTRY: EntryDraft = {
  values: {
    restaurantId: null,
    restaurantName: '',
    visitDate: null,
    visitTime: null,
    journalText: '',
    photos: [],
    tagsWith: [],
    tagsOccasion: [],
    amountWon: null,
  },
  basedOn: null,
  submission: null,
};

test('쓰다 만 맛집과 일지', () => {
  expect(readAddDraft(uid).values.sourceMemo).toBe('쓰다 만 메모');
  const draft = readDraft({ key: `momokzi.journal-draft.${uid}.new.`, schema: EntryDraft, empty: NO_ENTRY });
  expect(draft?.values).toMatchObject({ restaurantName: '반쯤 쓴 집', journalText: '반쯤 쓴 글' });
  const [photos] = device.draftPhotos[1];
  expect(readStoredPhotos(photos)).toEqual(photos);
});

test('필터 바로가기, 투표한 기기의 열쇠, 방송에서 담던 곳', () => {
  expect(readShortcuts(JSON.parse(device.localStorage[`filter-shortcuts:${uid}`]))).toEqual([
    { name: '국수 예정', search: { q: '국수', status: 'todo' } },
  ]);
  expect(readDeviceKey('V0tE')?.voterId).toBe('01a2234a-5e53-70ef-830b-64b0a5d84833');
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

const documents = fixture('documents-2026-11-28') as { key: [string, string]; value: { data: unknown } }[];
registerDocumentSchemas(async () => documentSchemas);

test.each(
  documents
    .map(({ key: [, query], value }) => [JSON.parse(query) as string[], value.data] as const)
    .filter(([[name = '']]) => Object.keys(documentSchemas).some((key) => key.split('/')[0] === name)),
)('다른 버전이 둔 문서: %j', async (queryKey, data) => {
  expect(await readOtherVersion({ queryKey, data })).toMatchObject(data as object);
});

test('기기에 두는 문서는 모두 다른 버전이 둔 것도 읽는다', () => {
  // The account is stored apart from the documents.
  const kept = KEPT.map((key) => key.join('/')).filter((key) => key !== 'me');
  expect(Object.keys(documentSchemas).toSorted()).toEqual(kept.toSorted());
});

test('읽을 수 없는 문서는 없는 것과 같다', async () => {
  for (const queryKey of [['my-restaurants'], ['collection', 'a'], ['unknown'], ['unknown', 'a']])
    expect(await readOtherVersion({ queryKey, data: { restaurants: 'none' } })).toBeUndefined();
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
  expect(readDeviceKey('broken')).toBeNull();
});

test('계정과 문서의 틀이 다르면 쓰지 않는다', () => {
  for (const broken of [undefined, null, 'me', [], { uid }, { uid, checkedAt: 1, me: { uid: 'other' } }])
    expect(readAccount(broken)).toBeNull();
  for (const broken of [null, 'text', { data: [] }, { data: [], checkedAt: '1', format: 'a' }])
    expect(readStoredDocument(broken)).toBeNull();
  expect(readStoredScreen({ uid, html: 7, title: '', fits: '' })).toBeNull();
});

test('앱이 읽지 못하는 칸이 있어도 쓰던 글은 남는다', () => {
  const addKey = `momokzi.add-draft.${uid}`;
  const stored = JSON.parse(device.localStorage[addKey]);
  Object.assign(stored.values, {
    status: '언젠가',
    sourceMemo: '쓰다 만 메모',
    customTags: ['국수', 7, '비'],
  });
  Object.assign(stored.values, { place: { from: 'moon' } });
  device.localStorage[addKey] = JSON.stringify({ ...stored, suggestion: 'none' });
  const { values, suggestion } = readAddDraft(uid);
  expect(values).toEqual({ ...EMPTY_DRAFT.values, sourceMemo: '쓰다 만 메모', customTags: ['국수', '비'] });
  expect(suggestion).toBeNull();

  const entryKey = `momokzi.journal-draft.${uid}.new.`;
  const entry = JSON.parse(device.localStorage[entryKey]);
  entry.values = { ...entry.values, photos: [{ id: 1 }], visitTime: 7, tagsWith: undefined };
  device.localStorage[entryKey] = JSON.stringify(entry);
  expect(readDraft({ key: entryKey, schema: EntryDraft, empty: NO_ENTRY })?.values).toEqual({
    ...NO_ENTRY.values,
    restaurantName: '반쯤 쓴 집',
    journalText: '반쯤 쓴 글',
    visitDate: 1795910400000,
  });

  const pasteKey = pasteDraftKey(uid);
  const row = { id: 'a', place: { name: '국수', address: '', phoneNumber: '', link: '' }, choice: null };
  device.localStorage[pasteKey] = JSON.stringify({
    text: '글',
    rows: [row, { id: 'b' }, row],
    unread: [1, '줄'],
  });
  expect(readPasteDraft(uid)).toEqual({ ...NO_DRAFT, text: '글', rows: [row, row], unread: ['줄'] });
  device.localStorage[pasteKey] = '"text"';
  expect(readPasteDraft(uid)).toEqual(NO_DRAFT);
});
