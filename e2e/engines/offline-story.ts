import assert from 'node:assert/strict';
import { signUp } from './sign-up.ts';
import type { CutLine } from '../support/cut-line.ts';
import type { Visitor } from './visitor.ts';

const PLACE = '해달골 국밥';
const BY_HAND = '지하 국수';

/** Opens the app once, cuts the connection, and acts without it. @param step called before each part */
export async function tellOfflineStory({
  visitor,
  line,
  step,
}: {
  visitor: Visitor;
  line: CutLine;
  step: (name: string) => void;
}): Promise<void> {
  step('오프라인: 가입하고 한 곳을 담는다');
  await signUp(visitor);
  await visitor.goTo('/app/add');
  await visitor.fill('식당 이름', '해달골');
  await visitor.pressOption(PLACE);
  await visitor.pressButton('맛집 등록하기');
  await visitor.sees('내 맛집 1곳');
  const place = await visitor.addressOf(PLACE);

  step('오프라인: 서비스 워커가 준비된다');
  await visitor.becomes(
    'the service worker',
    `return navigator.serviceWorker?.controller?.state === 'activated'`,
  );
  await visitor.goTo(place);
  await visitor.sees('지도에서 열기');
  await visitor.goTo('/app');
  await visitor.sees('내 맛집 1곳');
  await visitor.becomes(
    'the code that reads pasted text',
    `return caches.open('momokzi-files').then((files) => files.keys())
      .then((files) => files.some(({ url }) => url.includes('PasteFlow')))`,
  );
  // The remaining files follow, and documents are stored shortly after they were read.
  await visitor.rest(4_000);

  step('오프라인: 연결 없이 주소로 연다');
  await line.cut();
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
    // Moves the pointer away from the message about the map, which stays while the pointer is on it.
    await visitor.pressButton('전체');
    await visitor.pressButton(`${PLACE}, 방문 예정`);
    await visitor.seesButton(`${PLACE}, 다녀옴`);
    await visitor.sees('보낼 것 1');

    step('오프라인: 연결 없이 직접 등록한다');
    const shared = `[네이버지도]\n${BY_HAND}\n서울 중구 세종대로 110\nhttps://naver.me/GAbcdEfg`;
    await visitor.goTo(`/app/add?text=${encodeURIComponent(shared)}`);
    await visitor.pressButton('직접 등록하기');
    await visitor.pressButton('맛집 등록하기');
    await visitor.sees('보낼 것 2');

    step('오프라인: 앱을 다시 열어도 남아 있다');
    await visitor.reload();
    await visitor.sees('보낼 것 2');
    await visitor.sees(BY_HAND);
  } finally {
    await line.mend();
  }

  step('오프라인: 연결되면 한 번씩 보낸다');
  await visitor.goTo('/app');
  await visitor.sees('내 맛집 2곳');
  await visitor.becomes('an empty outbox', `return !/보낼 것 \\d/.test(document.body.innerText)`);
  // An action that is sent twice would arrive shortly after the first.
  await visitor.rest(2_000);
  const saved = JSON.parse(await visitor.read('/api/my-restaurants')) as {
    restaurants: { name: string; status: string }[];
  };
  const named = (wanted: string) => saved.restaurants.filter(({ name }) => name === wanted);
  assert.equal(saved.restaurants.length, 2);
  assert.equal(named(BY_HAND).length, 1);
  assert.equal(named(PLACE)[0]?.status, '방문 완료');
}
