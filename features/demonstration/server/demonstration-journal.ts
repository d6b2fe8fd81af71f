import { DAY_MS } from '#common/dates.ts';
import type { SeededEntry } from '#features/journal/server/journal.public.ts';

type Meal = Pick<
  SeededEntry['draft'],
  'journalText' | 'visitTime' | 'tagsWith' | 'tagsOccasion' | 'amountWon'
>;

const MEALS: readonly Meal[] = [
  {
    journalText: '아빠 생신. 두 번 뒤집으니 딱 좋았다. 마지막에 나온 국물까지 싹 비움.',
    visitTime: '18:40',
    tagsWith: ['가족과'],
    tagsOccasion: ['기념일/축하'],
    amountWon: 128_000,
  },
  {
    journalText: '혼자 창가에 앉아 천천히 먹었다. 평일 두 시라 조용했다.',
    visitTime: '14:10',
    tagsWith: ['혼밥/혼술'],
    tagsOccasion: ['가볍게 한 끼'],
    amountWon: 11_000,
  },
  {
    journalText: '줄이 길어 삼십 분을 기다렸는데 한 입 먹고 잊었다. 다음엔 열한 시 반에 오기.',
    visitTime: '12:20',
    tagsWith: ['친구와'],
    tagsOccasion: [],
    amountWon: null,
  },
  {
    journalText: '팀 회식. 인원이 많아도 자리를 붙여 주셨다.\n2차 없이 헤어져서 더 좋았다.',
    visitTime: '19:00',
    tagsWith: ['동료와'],
    tagsOccasion: ['모임/회식'],
    amountWon: null,
  },
  {
    journalText: '비 오는 날 따뜻한 걸 찾아 들어간 집. 김치가 잘 익었다.',
    visitTime: '18:05',
    tagsWith: ['친구와', '지윤이'],
    tagsOccasion: [],
    amountWon: 24_000,
  },
  {
    journalText: '여행 마지막 날. 기차 시간에 쫓겨 급하게 먹었지만 여기서 먹길 잘했다.',
    visitTime: '11:30',
    tagsWith: ['가족과'],
    tagsOccasion: ['여행 중'],
    amountWon: 36_000,
  },
  {
    journalText: '처음 먹어 보는 조합인데 자꾸 생각날 맛.',
    visitTime: null,
    tagsWith: [],
    tagsOccasion: ['데이트', '특별한 날'],
    amountWon: null,
  },
  {
    journalText: '간이 조금 셌다. 그래도 반찬을 세 번 더 받았다.',
    visitTime: '13:00',
    tagsWith: ['동료와'],
    tagsOccasion: ['간단히 요기'],
    amountWon: 9_500,
  },
];

/**
 * Returns one meal every two or three days until yesterday. Each place can have several meals.
 * @param now time in milliseconds
 */
export const mealsAt = ({
  places,
  count,
  now,
}: {
  places: readonly { placeId: string; name: string }[];
  count: number;
  now: number;
}): SeededEntry[] =>
  Array.from({ length: places.length === 0 ? 0 : count }, (_, nth) => {
    const place = pick(places, nth * 5 + (nth % 3));
    const createdAt = new Date(now - DAY_MS * (1 + Math.floor(nth * 2.4) + (nth % 2)));
    return {
      createdAt,
      draft: {
        restaurantId: place.placeId,
        restaurantName: place.name,
        visitDate: Math.floor(createdAt.getTime() / DAY_MS) * DAY_MS,
        photoIds: [],
        ...pick(MEALS, nth * 3 + Math.floor(nth / 8)),
      },
    };
  });

const pick = <T>(from: readonly T[], nth: number): T => from[nth % from.length] as T;
