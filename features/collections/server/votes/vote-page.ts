import { createHash } from 'node:crypto';
import { m } from '#messages';
import { CALENDAR, formatDate } from '#common/dates.ts';
import type { Vote } from '#features/collections/votes.contract.ts';
import { cardOf } from '#server/drawing/card-route.ts';
import type { PageContents } from '#server/http/pages.ts';

const inKorean = { locale: 'ko' } as const;

/** Formats the date of a vote in Korean, such as `11월 28일 토요일 18:30`. */
export const koreanVoteDate = ({ meetsOn, meetsAt }: Pick<Vote, 'meetsOn' | 'meetsAt'>): string =>
  [formatDate(Date.parse(meetsOn), { zone: CALENDAR, as: 'weekdayDate', language: 'ko' }), meetsAt]
    .filter(Boolean)
    .join(' ');

/** Returns a hash that changes with the content of the page or its image. The page and the image contain no answers. */
export const votePageVersion = ({
  title,
  collectionName,
  meetsOn,
  meetsAt,
  isOpen,
  places,
  decidedId,
}: Vote): string => {
  const names = places.map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([title, collectionName, meetsOn, meetsAt, isOpen, names, decidedId]))
    .digest('base64url')
    .slice(0, 22);
};

/** @param url the absolute URL of the page */
export function votePage({ vote, url }: { vote: Vote; url: string }): PageContents {
  const { title } = vote;
  return {
    title,
    description: `${koreanVoteDate(vote)} · ${descriptionOf(vote)}`,
    url,
    image: cardOf({ pageUrl: url, version: votePageVersion(vote) }),
  };
}

function descriptionOf({ collectionName, isOpen, places, decidedId }: Vote): string {
  const decided = places.find(({ id }) => id === decidedId);
  if (decided) return m.votes_card_decided({ name: decided.name }, inKorean);
  return isOpen
    ? m.votes_card_text({ name: collectionName }, inKorean)
    : m.votes_card_closed({ name: collectionName }, inKorean);
}
