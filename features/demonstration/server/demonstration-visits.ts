import { DAY_MS } from '#common/dates.ts';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import {
  EMPTY_SAVED_RESTAURANT,
  type SavedRestaurantFields,
} from '#features/restaurants/restaurants.rules.ts';

const REVIEWS = [
  '재료가 신선하고 간이 순하다. 남김없이 먹고 나왔다.',
  '줄이 길지만 금방 빠진다. 평일 점심이 한가했다.',
  '양이 넉넉하다. 둘이 나눠 먹어도 되겠다.',
  '부모님이 좋아하셨다. 다음에는 예약하고 오기.',
  '간이 조금 센 편인데 자꾸 손이 간다.',
  '창가 자리가 좋다. 해 질 때 다시 와야지.',
  '사장님이 친절하고 가게가 깨끗하다.',
  '기대가 컸나 보다. 그래도 자리는 편했다.',
] as const;
const TAGS = ['혼밥', '점심', '데이트', '부모님과', '줄 서는 집', '주차 편함', '늦게까지', '재방문'] as const;
const RATINGS = [4.5, 4, 5, 3.5, 4, 3, 4.5, 2.5] as const;
const SOURCES = [
  { sourceKind: 'tv', sourceMemo: '〈예시 방송 골목의 한 그릇〉' },
  { sourceKind: 'magazine', sourceMemo: '〈예시 잡지 제철 한 상〉 가을호' },
  { sourceKind: 'person', sourceMemo: '회사 동료가 알려 줌' },
  { sourceKind: 'own', sourceMemo: '' },
] as const;

/** Returns the fields of a saved restaurant. `nth` counts from the latest place. Two of three places are visited. */
export function visitOf(nth: number): SavedRestaurantFields {
  const isVisited = nth % 3 !== 0;
  return {
    ...EMPTY_SAVED_RESTAURANT,
    status: isVisited ? VISITED : TO_VISIT,
    rating: isVisited ? pick(RATINGS, nth) : null,
    review: isVisited ? pick(REVIEWS, nth) : '',
    // Some visited places are shared with all members.
    isShared: isVisited && nth % 2 === 0,
    customTags: [...new Set([pick(TAGS, nth), pick(TAGS, nth * 3 + 2)])].slice(0, nth % 3),
    ...pick(SOURCES, nth),
  };
}

/** Returns when a place was added. There is one place about every nine days, and the latest was added yesterday. */
export const addedAt = ({ nth, now }: { nth: number; now: number }): Date =>
  new Date(now - DAY_MS - nth * 9 * DAY_MS - (nth % 5) * 3_700_000);

export const savedRestaurantOf = ({
  details,
  nth,
  now,
}: {
  details: PlaceDetails;
  nth: number;
  now: number;
}) => ({
  details,
  fields: visitOf(nth),
  linkedAt: addedAt({ nth, now }),
});

const pick = <T>(from: readonly T[], nth: number): T => from[nth % from.length] as T;
