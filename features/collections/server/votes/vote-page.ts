import { hash } from 'node:crypto';
import { m } from '#messages';
import { CALENDAR, formatDate } from '#common/dates.ts';
import { formatNumber } from '#common/numbers.ts';
import type { Vote } from '#features/collections/votes.contract.ts';
import { cardOf } from '#server/drawing/card-route.ts';
import type { PageContents } from '#server/http/pages.ts';

const inKorean = { locale: 'ko' } as const;

/**
 * Formats the date of a vote in Korean, such as `11월 28일 토요일 18:30`. Before one of several dates was decided on, the text
 * says how many there are, because the best one would tell the answers.
 */
export function koreanVoteDate({
  meetsOn,
  meetsAt,
  dates,
  decidedId,
}: Pick<Vote, 'meetsOn' | 'meetsAt' | 'dates' | 'decidedId'>): string {
  if (dates.length > 0 && decidedId === null)
    return m.votes_dates({ count: formatNumber(dates.length, 'ko') }, inKorean);
  const day = formatDate(Date.parse(meetsOn), { zone: CALENDAR, as: 'weekdayDate', language: 'ko' });
  return [day, meetsAt].filter(Boolean).join(' ');
}

/** Returns a hash that changes with the content of the page or its image. The page and the image contain no answers. */
export const votePageVersion = (vote: Vote): string => {
  const { title, collectionName, isOpen, places, decidedId } = vote;
  const names = places.map(({ name }) => name);
  return hash(
    'sha256',
    JSON.stringify([title, collectionName, koreanVoteDate(vote), isOpen, names, decidedId]),
    'base64url',
  ).slice(0, 22);
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
