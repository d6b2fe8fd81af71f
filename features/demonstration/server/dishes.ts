import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Descriptions of the pictures in `pictures/`, by the category of the place. `table` is for all other places. */
const SHOWN = {
  korean: '나물과 달걀을 올린 비빔밥',
  grill: '불판에 올린 고기와 마늘, 쌈 채소',
  seafood: '접시에 담은 회 한 접시와 레몬',
  noodles: '애호박과 조개를 올린 칼국수',
  soup: '뚝배기 국밥과 깍두기',
  bunsik: '달걀을 얹은 떡볶이',
  chinese: '오이채를 올린 짜장면과 단무지',
  japanese: '나무 판에 올린 초밥 여섯 점',
  western: '바질과 방울토마토를 올린 파스타',
  asian: '라임과 고추를 곁들인 쌀국수',
  'fast-food': '참깨 버거와 감자튀김',
  cafe: '라테 한 잔과 딸기 케이크',
  bakery: '갓 구운 크루아상과 둥근 빵',
  bar: '파전과 막걸리',
  table: '밥과 국, 반찬 여섯 가지를 차린 밥상',
} as const;

export type Dish = keyof typeof SHOWN;
export const DISHES = Object.keys(SHOWN) as Dish[];

export const describeDish = (dish: Dish): string => `예시 그림: ${SHOWN[dish]}`;

export const readDish = (dish: Dish): Promise<string> =>
  readFile(path.join(import.meta.dirname, 'pictures', `${dish}.svg`), 'utf8');
