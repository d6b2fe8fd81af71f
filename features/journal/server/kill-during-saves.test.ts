import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { someWebp } from '#features/photos/server/photos.test-factory.ts';
import { type KillableServer, openKillableServer } from '#server/http/killable-server.ts';
import { day } from './journal.test-factory.ts';

/** Number of members who write at the same time. */
const WRITERS = 12;
const PHOTOS = 2;
const MAX_KILLS = 40;
const SAVES_BEFORE_KILL = 15;

let server: KillableServer;
let bytes: Buffer;

beforeAll(async () => {
  bytes = await someWebp({ width: 8, height: 6 });
  server = await openKillableServer();
});
afterAll(() => server?.close());

type Writer = { cookie: string; photoIds: () => Promise<string[]> };

test('저장하다 죽어도 일지는 사진까지 다 있거나 아예 없고, 다시 보낸 것은 한 번만 남는다', async () => {
  const outcome = await saveThroughKills({
    save: async ({ cookie, name, key, photoIds }) => {
      const answer = await send({ cookie, method: 'POST', url: '/api/journal/entries', key, name, photoIds });
      return answer !== null;
    },
    isEnough: ({ kills }) => kills === 2,
  });
  expect(outcome.partiallyCreated).toEqual([]);
  expect(outcome.twice).toEqual([]);
  expect(outcome.saved.filter((name) => !outcome.kept.includes(name))).toEqual([]);
}, 120_000);

test('대조: 글과 사진을 두 번에 나누어 보내면 사진 없는 일지가 남는다', async () => {
  const outcome = await saveThroughKills({
    save: async ({ cookie, name, key, photoIds }) => {
      const made = await send({
        cookie,
        method: 'POST',
        url: '/api/journal/entries',
        key,
        name,
        photoIds: [],
      });
      if (!made) return false;
      const url = `/api/journal/entries/${made.entry.id}`;
      const basedOn = made.entry.updatedAt;
      return (await send({ cookie, method: 'PUT', url, name, photoIds, basedOn })) !== null;
    },
    isEnough: ({ partiallyCreated }) => partiallyCreated.length > 0,
  });
  expect(outcome.partiallyCreated.length).toBeGreaterThan(0);
}, 120_000);

/**
 * Members write entries while the server is repeatedly killed with `kill -9`. A request without a response is sent
 * again.
 */
async function saveThroughKills({
  save,
  isEnough,
}: {
  save: (entry: { cookie: string; name: string; key: string; photoIds: string[] }) => Promise<boolean>;
  isEnough: (soFar: { kills: number; partiallyCreated: string[] }) => boolean;
}) {
  const writers = await Promise.all(Array.from({ length: WRITERS }, newWriter));
  const names: string[] = [];
  const saved: string[] = [];
  let hasEnded = false;
  let restarted = Promise.resolve();

  const write = async ({ cookie, photoIds }: Writer) => {
    while (!hasEnded) {
      await restarted;
      const name = `끼니 ${randomUUID()}`;
      const ids = await photoIds();
      if (ids.length < PHOTOS) continue;
      names.push(name);
      const key = randomUUID();
      while (!(await save({ cookie, name, key, photoIds: ids }))) await restarted;
      saved.push(name);
    }
  };
  const writing = writers.map(write);
  const partiallyCreated: string[] = [];
  for (let kills = 0; kills < MAX_KILLS; kills += 1) {
    const before = saved.length;
    while (saved.length < before + SAVES_BEFORE_KILL) await new Promise((resolve) => setTimeout(resolve, 5));
    const restart = Promise.withResolvers<void>();
    restarted = restart.promise;
    await server.kill();
    partiallyCreated.push(...(await readState(names)).partiallyCreated);
    await server.restart();
    restart.resolve();
    if (isEnough({ kills: kills + 1, partiallyCreated })) break;
  }
  hasEnded = true;
  await Promise.all(writing);
  return { ...(await readState(names)), partiallyCreated, saved };
}

/** Returns three lists: the stored entries, the entries that lack photos, and the entries that are stored twice. */
async function readState(names: string[]) {
  const { rows: entries } = await sql<{ name: string; photos: number }>`
    select restaurant_name as name, (select count(*) from photos where used_by = entry.id::text) as photos
    from journal_entries as entry where restaurant_name = any(${names}::text[])
  `.execute(server.database);
  const kept = entries.map(({ name }) => name);
  return {
    kept,
    partiallyCreated: entries.filter(({ photos }) => photos !== PHOTOS).map(({ name }) => name),
    twice: kept.filter((name, at) => kept.indexOf(name) !== at),
  };
}

async function newWriter(): Promise<Writer> {
  const { userId, cookie } = await signUpMember(server.on.app);
  await server.database.insertInto('memberships').values({ user_id: userId, account_tier: 'paid' }).execute();
  const uploadOne = async () => {
    const answer = await fetch(`${server.url()}/api/photos?purpose=journal`, {
      method: 'POST',
      headers: {
        cookie,
        origin: server.url(),
        'content-type': 'image/webp',
        'idempotency-key': randomUUID(),
      },
      body: new Uint8Array(bytes),
    }).catch(() => null);
    return answer?.status === 201 ? [((await answer.json()) as { id: string }).id] : [];
  };
  return { cookie, photoIds: async () => [...(await uploadOne()), ...(await uploadOne())] };
}

type Answer = { entry: { id: string; updatedAt: number } };

/** Sends a request. Returns null if the server died before the response. */
async function send({
  cookie,
  method,
  url,
  key,
  name,
  photoIds,
  basedOn,
}: {
  cookie: string;
  method: string;
  url: string;
  key?: string;
  name: string;
  photoIds: string[];
  /** The version that the change is based on. */
  basedOn?: number;
}): Promise<Answer | null> {
  const answer = await fetch(server.url() + url, {
    method,
    headers: {
      cookie,
      origin: server.url(),
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ restaurantName: name, visitDate: day('2026-04-18'), photoIds, basedOn }),
  }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (!answer || text == null) return null;
  expect(answer.ok, text).toBe(true);
  return JSON.parse(text) as Answer;
}
