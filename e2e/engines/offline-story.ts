import assert from 'node:assert/strict';
import { signUp } from './sign-up.ts';
import type { CuttableProxy } from '../support/cuttable-proxy.ts';
import type { Visitor } from './visitor.ts';

const PLACE = '해달골 국밥';
const BY_HAND = '지하 국수';

/** Opens the app once, cuts the connection, and acts without it. @param step called before each part */
export async function runOfflineStory({
  visitor,
  proxy,
  step,
}: {
  visitor: Visitor;
  proxy: CuttableProxy;
  step: (name: string) => void;
}): Promise<void> {
  step('오프라인: 가입하고 한 곳을 담는다');
  const member = await signUp(visitor);
  await visitor.goTo('/app/add');
  await visitor.fill('가게 이름', '해달골');
  await visitor.pressOption(PLACE);
  await visitor.pressButton('맛집 등록하기');
  await visitor.sees('내 맛집 1곳');
  const place = await visitor.addressOf(PLACE);

  step('오프라인: 서비스 워커가 준비된다');
  await visitor.waitFor(
    'the service worker',
    `return navigator.serviceWorker?.controller?.state === 'activated'`,
  );
  await visitor.goTo(place);
  await visitor.sees('길찾기');
  await visitor.goTo('/app');
  await visitor.sees('내 맛집 1곳');
  await visitor.waitFor(
    'the code that reads pasted text',
    `return caches.open('momokzi-files').then((files) => files.keys())
      .then((files) => files.some(({ url }) => url.includes('PasteFlow')))`,
  );
  // Waits until the service worker has stored all files, and until the list and the journal are stored on the device.
  await visitor.rest(4_000);

  step('오프라인: 연결 없이 주소로 연다');
  await proxy.cut();
  try {
    await visitor.reload();
    await visitor.sees('내 맛집 1곳');
    await visitor.goTo(place);
    await visitor.sees(PLACE);
    await visitor.goTo('/app');
    await visitor.sees('내 맛집 1곳');

    step('오프라인: 연결 없이 새로고침한다');
    await visitor.reload();
    await visitor.sees('내 맛집 1곳');
    await visitor.sees('마지막으로 확인: 오늘');

    step('오프라인: 연결 없이 도장을 찍는다');
    // This press moves the pointer away from the message about the map, because the message does not disappear while
    // the pointer is on it.
    await visitor.pressButton('전체');
    await visitor.pressButton(`${PLACE}, 방문 예정`);
    await visitor.seesButton(`${PLACE}, 방문 완료`);
    await visitor.sees('동기화 대기 1');

    step('오프라인: 연결 없이 직접 등록한다');
    const shared = `[네이버지도]\n${BY_HAND}\n서울 중구 세종대로 110\nhttps://naver.me/GAbcdEfg`;
    await visitor.goTo(`/app/add?text=${encodeURIComponent(shared)}`);
    await visitor.pressButton('직접 등록하기');
    await visitor.pressButton('맛집 등록하기');
    await visitor.sees('동기화 대기 2');

    step('오프라인: 앱을 다시 열어도 남아 있다');
    await visitor.reload();
    await visitor.sees('동기화 대기 2');
    await visitor.sees(BY_HAND);
  } finally {
    await proxy.restore();
  }

  step('오프라인: 연결되면 한 번씩 보낸다');
  await visitor.goTo('/app');
  await visitor.sees('내 맛집 2곳');
  await visitor.waitFor('an empty outbox', `return !/동기화 대기 \\d/.test(document.body.innerText)`);
  // If an action is sent twice, the second request arrives shortly after the first.
  await visitor.rest(2_000);
  assert.deepEqual(await savedBy(visitor), [`${PLACE} 방문 완료`, `${BY_HAND} 방문 예정`].toSorted());

  step('오프라인: 보낼 것이 있는 채로 로그아웃한다');
  await visitor.goTo('/app');
  await visitor.sees('내 맛집 2곳');
  await visitor.waitFor('a page whose writes do not arrive', LOSE_WRITES);
  // The stored first screen may still be shown. It records only one press, and the application repeats this press
  // (web/first-screen/replay-input.ts). The story does not need the result of the first press.
  await visitor.pressButton('전체');
  await visitor.pressButton(`${BY_HAND}, 방문 예정`);
  await visitor.sees('동기화 대기 1');
  await visitor.waitFor('a request for persistent storage', 'return window.isPersistenceRequested');
  await visitor.pressButton('메뉴 열기');
  await visitor.pressButton('로그아웃');
  await visitor.sees('동기화되지 않은 내용이 1개 있어요');
  await visitor.pressInDialog('로그아웃');
  await visitor.isAt('/');

  step('오프라인: 다른 사람에게는 보이지도 보내지지도 않는다');
  await signUp(visitor);
  await visitor.goTo('/app/outbox');
  await visitor.sees('동기화할 내용이 없어요');
  await visitor.waitFor('a device without the data of the first member', withoutStored(BY_HAND));
  assert.deepEqual(await savedBy(visitor), []);
  await visitor.pressButton('메뉴 열기');
  await visitor.pressButton('로그아웃');
  await visitor.isAt('/');

  step('오프라인: 본인이 다시 로그인하면 보낸다');
  await visitor.goTo('/login');
  await visitor.fill('이메일', member.email);
  await visitor.fill('비밀번호', member.password);
  await visitor.pressButton('로그인');
  await visitor.sees('내 맛집 2곳');
  await visitor.waitFor('the stamp on the server', HAS_STAMP);
  await visitor.goTo('/app/outbox');
  await visitor.sees('동기화할 내용이 없어요');
  assert.deepEqual(await savedBy(visitor), [`${PLACE} 방문 완료`, `${BY_HAND} 방문 완료`].toSorted());
}

/** A script that runs in the page. */
const HAS_STAMP = `
  return fetch('/api/my-restaurants').then((answer) => answer.json()).then(({ restaurants }) =>
    restaurants.some(({ name, status }) => name === '${BY_HAND}' && status === '방문 완료'));
`;

/** Returns the name and status of each place in the list on the server. */
async function savedBy(visitor: Visitor): Promise<string[]> {
  const { restaurants } = JSON.parse(await visitor.read('/api/my-restaurants')) as {
    restaurants: { name: string; status: string }[];
  };
  return restaurants.map(({ name, status }) => `${name} ${status}`).toSorted();
}

/** A script that runs in the page. It makes all writes fail except those of the account. */
const LOSE_WRITES = `
  const send = window.fetch;
  window.fetch = (address, options) =>
    !options || options.method === 'GET' || String(address).includes('/api/account/')
      ? send(address, options)
      : Promise.reject(new TypeError('Failed to fetch'));
  const { storage } = navigator;
  // WebKitGTK has no storage manager.
  const persist = storage && storage.persist;
  window.isPersistenceRequested = !persist;
  if (persist)
    storage.persist = () => {
      window.isPersistenceRequested = true;
      return persist.call(storage);
    };
  return true;
`;

/** Returns a script that runs in the page. It checks that no document on the device contains the text. */
const withoutStored = (text: string) => `
  return new Promise((resolve) => {
    const opening = indexedDB.open('momokzi-documents');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('documents').objectStore('documents').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(!JSON.stringify(reading.result).includes(${JSON.stringify(text)}));
      };
    };
  });
`;
