import { grantPaidTier } from '../support/database.ts';
import { signUp } from './sign-up.ts';
import type { Visitor } from './visitor.ts';

/** A place of the Google sandbox with a website. */
const PLACE = '서리냉면옥';
const WEBSITE = 'example.com';

/**
 * Runs the main flow of the product in the order of a new member.
 * @param step called before each part
 */
export async function runMainStory({
  visitor,
  step,
}: {
  visitor: Visitor;
  step: (name: string) => void;
}): Promise<void> {
  step('가입한다');
  const member = await signUp(visitor);

  step('찾아서 담는다');
  await visitor.goTo('/app/add');
  await visitor.fill('가게 이름', '서리냉');
  await visitor.pressOption(PLACE);
  await visitor.pressButton('맛집 등록하기');
  await visitor.sees('내 맛집 1곳');

  step('다녀왔다고 도장을 찍는다');
  await visitor.pressButton(`${PLACE}, 방문 예정`);
  await visitor.seesButton(`${PLACE}, 방문 완료`);

  step('목록에서 초성으로 찾는다');
  await visitor.fill('내 맛집에서 찾기', 'ㅅㄹㄴㅁ');
  await visitor.seesButton(`${PLACE}, 방문 완료`);
  await visitor.fill('내 맛집에서 찾기', '없는이름');
  await visitor.sees('맞는 집이 없어요');
  await visitor.pressButton('검색어 지우기');
  await visitor.seesButton(`${PLACE}, 방문 완료`);

  step('동네로 좁혀 본다');
  await visitor.pressButton('필터');
  await visitor.pressButton('을지로3가');
  await visitor.pressButton('1곳 보기');
  await visitor.sees('찾은 맛집 1곳');
  await visitor.pressButton('을지로3가 필터 지우기');
  await visitor.sees('내 맛집 1곳');

  step('방금 TV에서 본 곳을 담는다');
  await visitor.goTo('/app/add/tv');
  await visitor.fill('프로그램·회차', '한 끼의 발견 12회');
  await visitor.pressButton('담기 시작하기');
  await visitor.fill('가게 이름', '해달골');
  await visitor.pressOption('해달골 국밥');
  await visitor.sees('방금 담은 1곳');

  step('파일에서 가져온 곳을 확인한다');
  await visitor.goTo('/app/import?from=file');
  await visitor.chooseFile('맛집.csv', '이름,주소\n누리달 식빵,서울특별시 중구 버들로 61\n');
  await visitor.sees('가져온 1곳을 확인해 주세요');
  await visitor.pressButton('1곳 담기');
  await visitor.sees('1곳을 담았어요.');

  step('캡처에서 식당을 찾는다');
  await visitor.goTo('/app/add');
  await visitor.chooseCaption(['한들 국수', '서울 중구 새뜰로 33']);
  await visitor.sees('사진에서 읽은 글자');
  await visitor.pressLabel('한들 국수');
  await visitor.pressButton('이 가게로 계속');
  await visitor.sees('붙여넣은 내용으로 채웠어요.');
  await visitor.sees('한들 국수');

  step('다른 앱이 공유한 글에서 가게를 찾는다');
  const shared = '[네이버지도]\n색인에없는집\n서울 마포구 느티길 1\nhttps://naver.me/5MvUGc0';
  await visitor.goTo(`/app/add?text=${encodeURIComponent(shared)}`);
  await visitor.sees('색인에없는집');
  await visitor.sees('못 찾았어요');

  step('오늘 갈 곳을 고른다');
  await visitor.goTo('/app');
  await visitor.pressButton('오늘 뭐 먹지?');
  // Waits for a link of the picked place, because all other texts of the place depend on the hour or on the browser.
  await visitor.sees('네이버지도');

  step('모음을 만든다');
  await visitor.goTo('/app/collections/new');
  await visitor.fill('모음 이름', '을지로 노포');
  await visitor.pressButton('만들기');
  await visitor.sees('을지로 노포');
  await visitor.sees('맛집 담기');

  step('설정에서 이 기기를 본다');
  await visitor.goTo('/app/settings/security');
  await visitor.sees('이 기기');

  step('홈페이지가 있는 집의 화면을 연다');
  await visitor.goTo('/app');
  await visitor.goTo(await visitor.addressOf(PLACE));
  await visitor.sees(WEBSITE);
  await visitor.addressOf(WEBSITE);

  step('일지를 쓰고 일지에서 본다');
  await visitor.goTo('/app/momokzi-journal/write');
  await visitor.fill('어디에서 먹었어요?', '서리냉');
  await visitor.pressOption(PLACE);
  await visitor.fill('무엇을 먹었어요?', '국물까지 싹 비움.');
  await visitor.pressButton('저장하기');
  await visitor.isAt('/app/momokzi-journal');
  await visitor.sees('국물까지 싹 비움.');

  step('내 리스트를 공유하고, 링크를 연다');
  await grantPaidTier(member.email);
  await visitor.goTo('/app/share-my-list');
  await visitor.pressButton('링크 만들기');
  await visitor.pressButton('내 맛집 전체');
  await visitor.fill('제목', '평양냉면 지도');
  await visitor.pressButton('링크 만들기');
  await visitor.goTo(await visitor.addressOf('평양냉면 지도 링크 열어 보기'));
  await visitor.sees('평양냉면 지도');
  await visitor.sees(PLACE);
}
