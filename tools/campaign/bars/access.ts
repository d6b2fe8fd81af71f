import { randomBytes } from 'node:crypto';
import type { Endpoint } from '#common/endpoint.ts';
import { phoneJpeg } from '#features/photos/server/photos.test-factory.ts';
import type { Bar } from '../bar.ts';
import { addressOf, allEndpoints, nameOf } from '../endpoints.ts';
import { type Answer, cookieOf, type Person, type Product } from '../product.ts';

export const access: Bar = {
  number: 1,
  name: 'access',
  claim:
    'every route refuses requests that lack its required access; ids of other members look like unknown ids',
  check:
    'every endpoint is called as a visitor, with an ended session, as another member, as a paid member and as the admin; status and code must be the same for the ids of an owner and for unknown ids; every endpoint of the served API must be in a contract',
  control: 'the owner sends the requests',
  run: async ({ start }) => {
    const product = await start();
    const endpoints = await allEndpoints();
    const served = (await product.send('GET', '/api/openapi.json')).body.paths as Record<string, object>;
    const servedNames = Object.entries(served).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const rows = new Set(endpoints.map(nameOf));
    const faults = servedNames.filter((name) => !rows.has(name)).map((name) => `${name}: not in a contract`);

    const owner = await product.paidMember();
    const ids = await idsOf(product, owner);
    const other = await product.member();
    const ended = await product.member();
    await product.send('POST', '/api/account/sign-out', { as: ended });
    const people: [name: string, person: Person | null][] = [
      ['visitor', null],
      ['ended session', ended],
      ['another member', other],
      ['a paid member', await product.paidMember()],
      ['the admin', await product.admin()],
    ];
    let checks = 0;
    for (const endpoint of endpoints) {
      for (const [name, person] of people) {
        const isSignedIn = person !== null && person !== ended;
        const answer = await call(product, { endpoint, ids, as: person });
        checks++;
        const expected =
          endpoint.access === 'anyone' || endpointsOfLinks.has(nameOf(endpoint))
            ? null
            : !isSignedIn
              ? endpoint.access === 'admin'
                ? [401, 404]
                : [401]
              : endpoint.access === 'admin' && name !== 'the admin'
                ? [404]
                : null;
        if (expected && !expected.includes(answer.status))
          faults.push(`${nameOf(endpoint)} as ${name}: ${answer.status}`);
        if (answer.status >= 500 && answer.status !== 503)
          faults.push(`${nameOf(endpoint)} as ${name}: ${answer.status}`);
        if (isSignedIn && isPrivate(endpoint) && (await differs(product, { endpoint, ids, as: person })))
          faults.push(`${nameOf(endpoint)} as ${name}: not like an unknown id`);
      }
    }
    // The requests of others must not have changed the owner's list.
    const list = await product.send('GET', '/api/my-restaurants', { as: owner });
    if (list.body.restaurants.length !== 2) faults.push('the owner lost a restaurant');

    const privateOnes = endpoints.filter(isPrivate);
    const seen: string[] = [];
    for (const endpoint of privateOnes.sort(readsFirst))
      if (await differs(product, { endpoint, ids, as: owner })) seen.push(nameOf(endpoint));
    if (process.env.CAMPAIGN_VERBOSE)
      console.log(
        privateOnes.map(nameOf).filter((name) => !seen.includes(name)),
        ids,
      );
    return {
      figure: `${endpoints.length} endpoints, ${checks} calls: ${faults.length} faults${faults.length ? ` (${faults.slice(0, 5).join('; ')})` : ''}`,
      isHeld: faults.length === 0,
      controlFigure: `${seen.length} of ${privateOnes.length} endpoints with ids answer differently to the owner’s ids and to unknown ids`,
      hasControlFailed: seen.length > privateOnes.length / 2,
    };
  },
};

/** Endpoints with an id that belongs to one member. */
const isPrivate = (endpoint: Endpoint): boolean =>
  endpoint.access === 'member' &&
  /:(restaurantId|entryId|photoId|collectionId|shareId|importId|tokenId|deviceId|commentId|memberKey|archiveId|paymentId)/.test(
    endpoint.url,
  ) &&
  !/\/opens$|\/taken$|shared-/.test(endpoint.url);

const endpointsOfLinks = new Set<string>();

const readsFirst = (one: Endpoint, other: Endpoint): number =>
  ORDER.indexOf(one.method) - ORDER.indexOf(other.method) || other.url.length - one.url.length;

const ORDER = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'];

type Call = { endpoint: Endpoint; ids: Record<string, string>; as: Person | null };

function call(product: Product, { endpoint, ids, as }: Call): Promise<Answer> {
  const body = BODIES[nameOf(endpoint)] ?? {};
  return product.send(endpoint.method, addressOf(endpoint, { ...FIXED, ...ids }, unknownId()), {
    as,
    ...(endpoint.method !== 'GET' && (endpoint.schema.consumes ? { bytes: new Uint8Array([1]) } : { body })),
  });
}

/** Whether the answer differs between the owner's ids and unknown ids. */
async function differs(product: Product, { endpoint, ids, as }: Call): Promise<boolean> {
  const unknown = Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      name,
      id.includes('-') && id.length === 36 ? uuid() : unknownId(),
    ]),
  );
  const real = await call(product, { endpoint, ids, as });
  const none = await call(product, { endpoint, ids: unknown, as });
  return real.status !== none.status || real.body?.code !== none.body?.code;
}

const unknownId = () => randomBytes(24).toString('base64url');
const uuid = () => crypto.randomUUID();

const FIXED = { provider: 'google', year: '2026', size: 'large', reference: 'x', placeId: 'unknown-place' };

const BODIES: Record<string, object> = {
  'PATCH /api/place-imports/:importId': { fields: {} },
  'PATCH /api/place-imports/:importId/rows': { changes: [{ position: 0, isChecked: false }] },
  'POST /api/place-imports/:importId/matches': { positions: [0] },
  'PUT /api/restaurants/:restaurantId/my-review': {
    rating: 4,
    review: '맛있어요',
    isShared: false,
    isAnonymous: false,
  },
  'PATCH /api/collections/:collectionId/members/:memberKey': { role: 'reader' },
  'PATCH /api/my-restaurants/:restaurantId': { rating: 4 },
  'PUT /api/my-restaurants/:restaurantId/place': { name: '바꾼 이름', address: '어딘가' },
  'PUT /api/journal/entries/:entryId': { restaurantName: '국밥집', visitDate: 0, journalText: '고침' },
  'PATCH /api/collections/:collectionId': { name: '바꾼 모음' },
  'PATCH /api/list-shares/:shareId': { title: '바꾼 링크' },
  'PATCH /api/photos/:photoId': { alt: '설명' },
  'POST /api/collections/:collectionId/places': { restaurantIds: ['unknown-place'] },
  'PATCH /api/collections/:collectionId/places/:restaurantId': { note: '줄' },
  'PUT /api/collections/:collectionId/places/:restaurantId/reaction': { wants: true },
  'POST /api/collections/:collectionId/places/:restaurantId/comments': { text: '가자' },
  'PUT /api/collections/:collectionId/invite': { role: 'editor' },
  'PUT /api/collections/:collectionId/owner': { memberKey: 'x' },
  'POST /api/membership/payments/:paymentId/refund': { reason: '마음이 바뀌었어요' },
};

async function idsOf(product: Product, owner: Person): Promise<Record<string, string>> {
  const as = owner;
  const made = async (method: string, at: string, body: object): Promise<any> => {
    const answer = await product.send(method, at, { as, body });
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const restaurantId = (await product.addByHand(owner, '내 국밥집')).body.restaurant.id as string;
  await product.addByHand(owner, '내 냉면집');
  const collection = await made('POST', '/api/collections', {
    name: '모음',
    colour: 'pink',
    icon: 'utensils',
    restaurantIds: [restaurantId],
  }).catch(() => null);
  if (collection) await made('PUT', `/api/collections/${collection.id}/invite`, { role: 'editor' });
  const imported = await made('POST', '/api/place-imports', {
    rows: [
      {
        place: {
          name: '가져온 집',
          address: '서울 중구',
          phoneNumber: '',
          link: '',
          coordinates: null,
          placeId: '',
        },
        fields: { status: null, customTags: [], sourceKind: null, sourceMemo: '', rating: null, review: '' },
      },
    ],
  }).catch(() => null);
  const photo = await product.send('POST', '/api/photos?purpose=journal', { as, bytes: await phoneJpeg() });
  const entry = await made('POST', '/api/journal/entries', {
    restaurantName: '국밥집',
    visitDate: 0,
    journalText: '비밀 일지',
    photoIds: [photo.body.id],
  });
  await made('PUT', `/api/journal/entries/${idIn(entry)}/share`, {});
  const share = await made('POST', '/api/list-shares', {
    title: '내 목록',
    selection: { of: 'all' },
    shows: { ratings: true, reviews: true, memos: true },
  });
  const token = await made('POST', '/api/account/tokens', {
    name: 't',
    scope: 'read',
    password: owner.password,
  }).catch(() => null);
  const signedIn = await product.send('POST', '/api/account/sign-in', {
    body: { email: owner.email, password: owner.password },
  });
  void cookieOf(signedIn);
  const devices = await product.send('GET', '/api/account/devices', { as });
  return {
    restaurantId,
    photoId: photo.body.id,
    entryId: idIn(entry),
    shareId: idIn(share),
    ...(collection && { collectionId: idIn(collection) }),
    ...(imported && { importId: imported.id as string }),
    ...(token && { tokenId: idIn(token) }),
    ...(devices.body?.devices?.[1] && { deviceId: devices.body.devices[1].id }),
  };
}

/** Returns the id of the answer, or of the first field of the answer that is an object with an id. */
function idIn(answer: Record<string, any>): string {
  if (typeof answer.id === 'string') return answer.id;
  for (const value of Object.values(answer)) if (typeof value?.id === 'string') return value.id;
  throw new Error(`No id in ${JSON.stringify(answer)}.`);
}
