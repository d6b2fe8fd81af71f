import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { Photo } from '#features/photos/photos.contract.ts';
import {
  PHOTO_EDGES,
  UNUSED_PHOTO_RETENTION_MS,
  UNUSED_PHOTOS_MAXIMUM,
} from '#features/photos/photos.rules.ts';
import { createPhotoReaders, type PhotoReaders } from '#server/http/photo-readers.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { attachPhotos, photosUsedBy, removePhotos } from './photos.public.ts';
import {
  decompressionBomb,
  truncated,
  executable,
  heicHeader,
  phoneJpeg,
  somePng,
  someWebp,
  upload as uploadTo,
} from './photos.test-factory.ts';

let folder: string;
let testApp: TestApp;
let owner: TestMember;
let small: Buffer;
const declared = createPhotoReaders();
/**
 * This object ignores the app's rule for who may read photos of the journal, because the test declares a rule of its
 * own.
 */
const photoReaders: PhotoReaders = {
  ...declared,
  declare: (purpose, mayRead) => (purpose === 'journal' ? undefined : declared.declare(purpose, mayRead)),
};
/** Entries that everyone may read, and a share secret that gives access to all entries. */
const open = { entries: new Set<string>(), share: 'link-of-the-owner' };

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-photos-'));
  declared.declare(
    'journal',
    async (_, { usedBy, reader }) => open.entries.has(usedBy) || reader.share === open.share,
  );
  testApp = await openTestApp({ settings: { DATA_DIR: folder }, photoReaders });
  small = await someWebp({ width: 40, height: 30 });
});
afterAll(async () => {
  await testApp?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  owner = await signUpMember(testApp.app);
});

const upload = (bytes: Buffer, given: { key?: string; purpose?: string; type?: string } = {}) =>
  uploadTo(testApp.app, { headers: owner.headers, bytes, ...given });
async function uploaded(bytes = small, purpose = 'journal'): Promise<Photo> {
  const answer = await upload(bytes, { purpose });
  expect(answer.statusCode, answer.body).toBe(201);
  return Photo.parse(answer.json());
}
const get = (
  photo: Pick<Photo, 'id'>,
  given: { size?: string; headers?: Record<string, string>; query?: string } = {},
) =>
  testApp.app.inject({
    method: 'GET',
    url: `/api/photos/${photo.id}/${given.size ?? 'large'}${given.query ?? ''}`,
    headers: given.headers ?? owner.headers,
  });
const codeOf = async (answer: ReturnType<typeof upload>) => {
  const { statusCode, body } = await answer;
  return [statusCode, JSON.parse(body).code];
};
const attach = (photoIds: string[], { usedBy = 'entry', limit = 10, of = owner } = {}) =>
  testApp.database
    .transaction()
    .execute((transaction) =>
      attachPhotos(transaction, { ownerId: of.userId, purpose: 'journal', usedBy, photoIds, limit }),
    );
const filesLeft = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
const filesOf = async ({ id }: Pick<Photo, 'id'>) => (await filesLeft()).filter((file) => file.includes(id));
const rows = () => testApp.database.selectFrom('photos').selectAll().execute();
const ageBy = (ms: number) =>
  testApp.database
    .updateTable('photos')
    .set({ unused_since: new Date(Date.now() - ms) })
    .where('unused_since', 'is not', null)
    .execute();
async function cleanUp(): Promise<void> {
  await testApp.jobs.add(testApp.database, 'photos.clean_up', {});
  await testApp.jobs.runDue();
}

describe('올린 사진', () => {
  test('1200만 화소 사진이 세 크기의 WebP가 되고, 찍은 곳은 어디에도 남지 않는다', async () => {
    const bytes = await phoneJpeg({ width: 4032, height: 3024 });
    const before = await sharp(bytes).metadata();
    expect(before.exif?.includes('Phone of a person')).toBe(true);
    expect([before.width, before.orientation]).toEqual([4032, 6]);

    const photo = await uploaded(bytes);
    // The photo was rotated by a quarter turn. Therefore the height is greater than the width.
    expect([photo.width, photo.height]).toEqual([1536, 2048]);
    expect(Buffer.from(photo.thumbhash, 'base64').length).toBeLessThan(40);
    expect((await filesOf(photo)).sort()).toEqual([
      `photos/journal-photos/${photo.id}-medium.webp`,
      `photos/journal-photos/${photo.id}.webp`,
      `photos/journal-thumbnails/${photo.id}.webp`,
    ]);
    for (const file of await filesOf(photo)) {
      const stored = await readFile(path.join(folder, file));
      const { format, exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata();
      expect({ format, exif, xmp, iptc, icc, orientation }).toEqual({ format: 'webp' });
      expect(stored.includes('EXIF') || stored.includes('Phone of a person')).toBe(false);
    }
    for (const [size, edge] of Object.entries(PHOTO_EDGES)) {
      const { rawPayload } = await get(photo, { size });
      const { width, height } = await sharp(rawPayload).metadata();
      expect(Math.max(width, height)).toBe(edge);
    }
  });

  test.each([
    ['PNG', somePng],
    ['WebP', someWebp],
  ])('%s도 된다', async (_name, make) => {
    const photo = await uploaded(await make(), 'review');
    expect([photo.purpose, photo.width, photo.height]).toEqual(['review', 640, 480]);
    expect(await filesOf(photo)).toContain(`photos/review-thumbnails/${photo.id}.webp`);
  });

  test('형식은 Content-Type이 아니라 내용으로 정한다', async () => {
    const png = await somePng();
    expect((await upload(png, { type: 'image/jpeg' })).statusCode).toBe(201);
    expect((await upload(png, { type: 'application/json' })).statusCode).toBe(201);
    expect(await codeOf(upload(executable(), { type: 'image/jpeg' }))).toEqual([415, 'photos.not_an_image']);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(await codeOf(upload(svg, { type: 'image/png' }))).toEqual([415, 'photos.not_an_image']);
  });

  test('마지막 몇 바이트가 없는 JPEG은 고쳐 읽는다', async () => {
    const jpeg = await phoneJpeg();
    for (const missing of [1, 2, 20])
      expect((await upload(jpeg.subarray(0, -missing))).statusCode, `${missing} bytes`).toBe(201);
  });

  test('읽을 수 없는 것은 이유를 말하고, 아무것도 남기지 않는다', async () => {
    const before = (await filesLeft()).length;
    const [jpeg, png, webp] = await Promise.all([phoneJpeg(), somePng(), someWebp()]);
    expect(await codeOf(upload(Buffer.alloc(0)))).toEqual([400, 'photos.empty']);
    expect(await codeOf(upload(heicHeader()))).toEqual([415, 'photos.heic']);
    for (const whole of [jpeg, png, webp]) {
      expect(await codeOf(upload(truncated(whole)))).toEqual([422, 'photos.unreadable']);
    }
    expect(await codeOf(upload(decompressionBomb()))).toEqual([422, 'photos.too_many_pixels']);
    expect(await codeOf(upload(Buffer.concat([jpeg, Buffer.alloc(16 * 1024 * 1024)])))).toEqual([
      413,
      'photos.too_large',
    ]);
    expect(await filesLeft()).toHaveLength(before);
    expect((await rows()).filter(({ owner_id }) => owner_id === owner.userId)).toEqual([]);
  });

  test('사진 뒤에 붙은 것은 어느 크기에도 남지 않는다', async () => {
    const trailers = [
      'PK\x03\x04 zip PK\x05\x06',
      '<!DOCTYPE html><script>alert(1)</script>',
      'ftypmp42 film',
    ];
    for (const image of [await phoneJpeg(), await somePng(), await someWebp()]) {
      for (const trailer of trailers) {
        const photo = await uploaded(Buffer.concat([image, Buffer.from(trailer, 'latin1')]));
        const files = await filesOf(photo);
        expect(files).toHaveLength(3);
        for (const file of files) {
          const stored = await readFile(path.join(folder, file));
          expect(stored.toString('latin1', 8, 12)).toBe('WEBP');
          expect(stored.includes(trailer.slice(0, 8), 0, 'latin1')).toBe(false);
        }
      }
    }
  });

  test('같은 멱등성 키로 다시 보내면 한 장이고, 다른 사진이면 안 된다', async () => {
    const key = 'one-photo-meant-once';
    const first = await upload(small, { key });
    const again = await upload(small, { key });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toBe(first.body);
    expect(await codeOf(upload(await somePng(), { key }))).toEqual([422, 'request.idempotency_key_reused']);
    const mine = (await rows()).filter(({ owner_id }) => owner_id === owner.userId);
    expect(mine.map(({ id }) => id)).toEqual([first.json().id]);
    expect(await filesOf(first.json())).toHaveLength(3);
  });

  test('쓰지 않는 사진은 한꺼번에 올려도 정한 만큼만 둔다', async () => {
    const burst = async () => (await Promise.all(Array.from({ length: 12 }, () => upload(small)))).length;
    let sent = 0;
    while (sent < UNUSED_PHOTOS_MAXIMUM - 6) sent += await burst();
    await burst();
    const mine = (await rows()).filter(({ owner_id }) => owner_id === owner.userId);
    expect(mine).toHaveLength(UNUSED_PHOTOS_MAXIMUM);
    expect(await codeOf(upload(small))).toEqual([409, 'photos.too_many_unused']);
  });
});

describe('보는 사람', () => {
  test('올린 사람만 보고, 남에게는 없는 사진이다', async () => {
    const photo = await uploaded();
    const stranger = await signUpMember(testApp.app);
    expect((await get(photo)).statusCode).toBe(200);
    for (const headers of [stranger.headers, {}]) {
      const refused = await get(photo, { headers });
      expect([refused.statusCode, refused.json().code]).toEqual([404, 'photos.not_found']);
      expect(refused.headers['cache-control']).toBe('no-store');
    }
    for (const method of ['PATCH', 'DELETE'] as const) {
      const refused = await testApp.app.inject({
        method,
        url: `/api/photos/${photo.id}`,
        headers: stranger.headers,
        ...(method === 'PATCH' && { payload: { alt: '내 사진?' } }),
      });
      expect([refused.statusCode, refused.json().code]).toEqual([404, 'photos.not_found']);
    }
  });

  test('보여 주는 글이 열려 있으면 남도 보고, 닫히면 못 본다', async () => {
    const photo = await uploaded();
    await attach([photo.id], { usedBy: 'open-entry' });
    expect((await get(photo, { headers: {} })).statusCode).toBe(404);
    open.entries.add('open-entry');
    expect((await get(photo, { headers: {} })).statusCode).toBe(200);
    open.entries.delete('open-entry');
    const byLink = await get(photo, { headers: {}, query: `?share=${open.share}` });
    expect([byLink.statusCode, byLink.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect((await get(photo, { headers: {}, query: '?share=guessed' })).statusCode).toBe(404);
    const review = await uploaded(small, 'review');
    // Access to reviews' photos is not declared, so only the owner may see them.
    expect((await get(review, { headers: {}, query: `?share=${open.share}` })).statusCode).toBe(404);
  });

  test('보는 사람의 브라우저만 오래 캐시하고, 이미지로만 열린다', async () => {
    const photo = await uploaded();
    const { headers, rawPayload } = await get(photo);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-length': String(rawPayload.length),
      'accept-ranges': 'bytes',
    });
    const etag = String(headers.etag);
    const again = await get(photo, { headers: { ...owner.headers, 'if-none-match': etag } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await get(photo, { headers: { 'if-none-match': etag } })).statusCode).toBe(404);
  });

  test('일부만 달라고 하면 그만큼만 준다', async () => {
    const photo = await uploaded();
    const whole = (await get(photo)).rawPayload;
    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await get(photo, { headers: { ...owner.headers, range, ...more } });
      return [answer.statusCode, answer.headers['content-range'] ?? null, answer.rawPayload] as const;
    };
    const size = whole.length;
    expect(await part('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, whole.subarray(0, 10)]);
    expect(await part('bytes=5-')).toEqual([206, `bytes 5-${size - 1}/${size}`, whole.subarray(5)]);
    expect(await part('bytes=-4')).toEqual([
      206,
      `bytes ${size - 4}-${size - 1}/${size}`,
      whole.subarray(-4),
    ]);
    expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
    for (const odd of ['bytes=9-5', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=0-99999999999999999']) {
      expect([odd, (await part(odd))[0]]).toEqual([odd, 200]);
    }
    expect((await part('bytes=0-9', { 'if-range': '"another"' }))[0]).toBe(200);
  });
});

describe('글에 붙인 사진', () => {
  test('차례대로 붙고, 뺀 것은 하루 뒤에 지워진다', async () => {
    const [one, two, three] = [await uploaded(), await uploaded(), await uploaded()];
    await attach([two.id, one.id, three.id]);
    const attached = await attach([three.id, two.id]);
    expect(attached.map(({ id }) => id)).toEqual([three.id, two.id]);
    const kept = await photosUsedBy(testApp.database, { purpose: 'journal', usedBy: ['entry', 'none'] });
    expect([...kept].map(([id, photos]) => [id, photos.map((photo) => photo.id)])).toEqual([
      ['entry', [three.id, two.id]],
    ]);

    await cleanUp();
    expect(await filesOf(one)).toHaveLength(3);
    await ageBy(UNUSED_PHOTO_RETENTION_MS + 60_000);
    await cleanUp();
    expect(await filesOf(one)).toEqual([]);
    expect((await get(one)).statusCode).toBe(404);
    expect(await filesOf(two)).toHaveLength(3);
    expect((await rows()).map(({ id }) => id)).not.toContain(one.id);
  });

  test('정한 만큼만 붙는다; 이미 더 있으면 두고 줄일 수는 있다', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await uploaded()).id));
    const usedBy = 'entry-of-three';
    await expect(attach(ids, { usedBy, limit: 2 })).rejects.toMatchObject({ code: 'photos.limit_reached' });
    await attach(ids, { usedBy, limit: 3 });
    expect(await attach(ids.toReversed(), { usedBy, limit: 1 })).toHaveLength(3);
    expect(await attach(ids.slice(0, 2), { usedBy, limit: 1 })).toHaveLength(2);
    const another = await uploaded();
    await expect(attach([...ids.slice(0, 1), another.id], { usedBy, limit: 1 })).rejects.toMatchObject({
      code: 'photos.limit_reached',
    });
  });

  test('한꺼번에 붙여도 하나만 남는다', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await uploaded()).id));
    await Promise.all(ids.map((id) => attach([id], { usedBy: 'raced', limit: 1 })));
    const kept = await photosUsedBy(testApp.database, { purpose: 'journal', usedBy: ['raced'] });
    expect(kept.get('raced')).toHaveLength(1);
  });

  test('남의 사진, 다른 글의 사진, 다른 데 쓰려던 사진은 붙지 않는다', async () => {
    const stranger = await signUpMember(testApp.app);
    const photo = await uploaded();
    const review = await uploaded(small, 'review');
    const refused = { code: 'photos.not_found' };
    await expect(attach([photo.id], { of: stranger })).rejects.toMatchObject(refused);
    await expect(attach([review.id])).rejects.toMatchObject(refused);
    await attach([photo.id], { usedBy: 'first' });
    await expect(attach([photo.id], { usedBy: 'second' })).rejects.toMatchObject(refused);
    const answer = await testApp.app.inject({
      method: 'DELETE',
      url: `/api/photos/${photo.id}`,
      headers: owner.headers,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'photos.in_use']);
  });

  test('글을 지우면 파일도 지워지고, 롤백한 삭제는 아무것도 지우지 않는다', async () => {
    const photo = await uploaded();
    await attach([photo.id], { usedBy: 'gone' });
    const remove = (isRolledBack: boolean) =>
      testApp.database.transaction().execute(async (transaction) => {
        await removePhotos(transaction, { jobs: testApp.jobs, purpose: 'journal', usedBy: ['gone'] });
        if (isRolledBack) throw new Error('rolled back');
      });
    await expect(remove(true)).rejects.toThrow('rolled back');
    await testApp.jobs.runDue();
    expect((await get(photo)).statusCode).toBe(200);
    await remove(false);
    expect((await get(photo)).statusCode).toBe(404);
    await testApp.jobs.runDue();
    expect(await filesOf(photo)).toEqual([]);
    expect((await rows()).map(({ id }) => id)).not.toContain(photo.id);
  });

  test('설명을 적고, 쓰지 않은 사진은 바로 지운다', async () => {
    const photo = await uploaded();
    const url = `/api/photos/${photo.id}`;
    const described = await testApp.app.inject({
      method: 'PATCH',
      url,
      headers: owner.headers,
      payload: { alt: ' 김이 나는 곰탕 ' },
    });
    expect(described.json()).toEqual({ ...photo, alt: '김이 나는 곰탕' });
    const deleted = await testApp.app.inject({ method: 'DELETE', url, headers: owner.headers });
    expect(deleted.statusCode).toBe(200);
    await testApp.jobs.runDue();
    expect(await filesOf(photo)).toEqual([]);
  });

  test('탈퇴하면 사진과 파일이 지워진다', async () => {
    const [used, unused] = [await uploaded(), await uploaded()];
    await attach([used.id], { usedBy: 'of-a-leaver' });
    const left = await testApp.app.inject({
      method: 'POST',
      url: '/api/account/deletion/now',
      headers: owner.headers,
      payload: { reason: '', password: owner.password, phrase: '탈퇴합니다' },
    });
    expect(left.statusCode, left.body).toBe(200);
    expect((await rows()).filter(({ owner_id }) => owner_id === owner.userId)).toEqual([]);
    await testApp.jobs.runDue();
    for (const photo of [used, unused]) expect(await filesOf(photo)).toEqual([]);
  });
});
