import { randomUUID } from 'node:crypto';
import { grantPaidTier } from './database.ts';
import { addPlace, newMember, signUp, somePlaces, type TestMember, viewports } from './member.ts';
import { type Browser, expect, originOf, type Page } from './test.ts';

type Place = Awaited<ReturnType<typeof somePlaces>>[number];
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const COLLECTION_NAME = '우리 동네';
export const SHARE_TITLE = '골목 지도';
/** The text (`note`) of the second place of the collection. */
export const LINE = '골뱅이는 여기';

export async function send<Answer = unknown>(
  page: Page,
  method: Method,
  url: string,
  data?: object,
): Promise<Answer> {
  const answer = await page.request.fetch(url, {
    method,
    headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
    ...(data && { data }),
  });
  expect(answer.ok(), `${method} ${url} ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Opens a page without a session. The default size is that of a phone. */
export const newDevice = async (browser: Browser, { isDesktop = false } = {}): Promise<Page> =>
  (
    await browser.newContext({
      viewport: isDesktop ? viewports.desktop : viewports.phone,
      reducedMotion: 'reduce',
    })
  ).newPage();

export async function secondDevice(browser: Browser, page: Page, options = {}): Promise<Page> {
  const device = await newDevice(browser, options);
  await device.context().addCookies(await page.context().cookies());
  return device;
}

export type JointCollection = {
  id: string;
  address: string;
  url: string;
  /** Path of the invitation link. */
  invitation: string;
  /** The places of the collection. They are also in the owner's list. */
  places: readonly [Place, Place];
  members: readonly TestMember[];
};

/**
 * Creates the collection over HTTP, with a paid owner and two places.
 * @param people the pages of the owner and of the members who join, each with a nickname
 */
export async function jointCollection(
  people: readonly [owner: [Page, string], ...joined: [Page, string][]],
): Promise<JointCollection> {
  const members: TestMember[] = [];
  for (const [page, nickname] of people) members.push(await signUp(page, newMember(nickname)));
  const [[owner]] = people;
  await grantPaidTier(members[0]!.email);
  const places = (await somePlaces(owner, 2)) as [Place, Place];
  for (const { placeId } of places) await addPlace(owner, placeId);
  const { id } = await send<{ id: string }>(owner, 'POST', '/api/collections', {
    name: COLLECTION_NAME,
    colour: 'pink',
    icon: 'soup',
    restaurantIds: places.map(({ placeId }) => placeId),
  });
  const url = `/api/collections/${id}`;
  await send(owner, 'PATCH', `${url}/places/${encodeURIComponent(places[1].placeId)}`, { note: LINE });
  const { invite } = await send<{ invite: { id: string } }>(owner, 'PUT', `${url}/invite`, {
    role: 'editor',
  });
  for (const [page] of people.slice(1))
    await send(page, 'POST', `/api/collection-invites/${invite.id}/members`);
  return {
    id,
    url,
    places,
    members,
    address: `/app/collections/${id}`,
    invitation: `/app/collections/join/${invite.id}`,
  };
}

/** Creates a link that shows the collection to everyone. @returns the path of the link */
export async function shareLink(owner: Page, collectionId: string): Promise<string> {
  const { id } = await send<{ id: string }>(owner, 'POST', '/api/list-shares', {
    title: SHARE_TITLE,
    selection: { of: 'collection', collectionId },
    shows: { ratings: false, reviews: false, memos: true },
  });
  return `/shared/${id}`;
}

/** Creates a vote on both places. @returns the path of the vote */
export async function openVote(page: Page, { url, places }: JointCollection, title: string): Promise<string> {
  const { id } = await send<{ id: string }>(page, 'POST', `${url}/votes`, {
    title,
    meetsOn: '2030-01-05',
    meetsAt: '18:30',
    restaurantIds: places.map(({ placeId }) => placeId),
  });
  return `/vote/${id}`;
}

/** Waits until the service worker has stored the code of the application. */
export const waitForWorker = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null)).toBe('activated');

/** Opens the page, and waits until the device has stored the text. */
export async function keepOnDevice(page: Page, address: string, text: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(text).first()).toBeVisible();
  await expect.poll(() => isKept(page, text)).toBe(true);
}

export const isKept = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (wanted) => {
    // Opening a database that does not exist would create it without its object stores.
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('momokzi-documents')) return false;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('momokzi-documents');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = (method: 'getAll' | 'getAllKeys') =>
      new Promise((resolve) => {
        const request = database.transaction('documents').objectStore('documents')[method]();
        request.onsuccess = () => resolve(request.result);
      });
    const documents = JSON.stringify([await all('getAllKeys'), await all('getAll')]);
    database.close();
    return documents.includes(wanted);
  }, text);
