import { WRITTEN_ROWS, type WrittenRow } from './written-rows.test-factory.ts';

/*
 * Names that begin or end like a floor, a block, a building, a landmark, a road or a telephone number. They were
 * written together with the rules that read them behind an address.
 */
const NAMES = `
2층 다방 | B1 버거 | 가동 칼국수 | 병원 앞 분식 | 3층 카페 | 지하 막걸리 | 옥상 포차 | 루프탑 호프 | 101호 다방 | 302호 커피
학교 앞 떡볶이 | 시장 앞 국밥 | 역전할머니 | 역 앞 우동 | 터미널 식당 | 공항 칼국수 | 호텔 뷔페 | 백화점 식당 | 시장통닭 | 상가분식
A동 식당 | 나동 횟집 | 하동 재첩국 | 강남면옥 | 종로 빈대떡 | 명동 칼국수 | 을지로 골뱅이 | 서울역 그릴 | 지하철 떡볶이 | 센터 커피
타워 레스토랑 | 빌딩숲 | 월드 피자 | 랜드 호프 | 코아 분식 | 스퀘어 커피 | 플라자 경양식 | 8번 출구 김밥 | 1번지 막창 | 33번지 포차
중앙시장 닭강정 | 성당 앞 빵집 | 우체국 뒤 순대국 | 극장 옆 만두 | 골목 안 국수 | 은행나무 아래 | 다리 밑 매운탕 | 2호점 국밥 | 5번길 카페 | 100번 포차
별내 칼국수 | 산내 두부 | 하우스 온달 | 파크 키친 | 호텔리어의 부엌 | 시티 라운지 | 마트 옆 호떡 | 도서관 앞 토스트 | 아파트 앞 포차 | 주차장 식당
삼거리 식당 | 사거리 부대찌개 | 로터리 순대 | 언덕 위의 하얀집 | 7층 정원 | 24시 감자탕 | 365 김밥 | 1인 샤브 | 4.19 막걸리 | 1호선 포차
`;

/** Every name at one of the written addresses, so that names and addresses are combined at random. */
export const HOSTILE_ROWS: readonly WrittenRow[] = NAMES.split(/[|\n]/)
  .map((name) => name.trim())
  .filter((name) => name !== '')
  .map((name, at) => ({ name, address: WRITTEN_ROWS[(at * 7) % WRITTEN_ROWS.length]?.address ?? '' }));
