import { m } from '#messages';
import { formatDate, CALENDAR } from '#common/dates.ts';
import { formatNumber } from '#common/numbers.ts';
import type { Notification, NotificationAct } from './notifications.contract.ts';

type Locale = 'ko' | 'en';

/** Returns the text of a notification in a language, for the screen and for the push message. */
export function notificationText(
  notification: Notification,
  locale: Locale,
): { title: string; body: string } {
  return { title: titleOf(notification, locale), body: bodyOf(notification, locale) };
}

function titleOf({ kind, subject: name }: Notification, locale: Locale): string {
  if (kind === 'vote_result' || kind === 'vote_day') return m.notifications_vote_title({ name }, { locale });
  if (kind === 'episode') return m.notifications_episode_title({ name }, { locale });
  return kind === 'membership' ? m.notifications_membership_title({}, { locale }) : name;
}

function bodyOf(notification: Notification, locale: Locale): string {
  const { kind, detail, day, time } = notification;
  const inLanguage = { locale };
  switch (kind) {
    case 'collection':
      return collectionBody(notification, locale);
    case 'vote_result':
      return detail === null
        ? m.notifications_result({}, inLanguage)
        : m.notifications_result_first({ name: detail }, inLanguage);
    case 'vote_day':
      return joined([m.notifications_day({}, inLanguage), detail, time]);
    case 'episode':
      return episodeBody(notification, locale);
    case 'closure':
      return m.notifications_closure({}, inLanguage);
    case 'membership':
      return notification.act === 'ended' || day === null
        ? m.notifications_ended({}, inLanguage)
        : m.notifications_ending(
            { day: formatDate(Date.parse(day), { zone: CALENDAR, language: locale }) },
            inLanguage,
          );
  }
}

function episodeBody({ count, detail }: Notification, locale: Locale): string {
  return count > 1
    ? m.notifications_episodes({ count: formatNumber(count, locale) }, { locale })
    : joined([m.notifications_episode({}, { locale }), detail]);
}

const SENTENCES = {
  added: m.notifications_added,
  removed: m.notifications_removed,
  note: m.notifications_note,
  edited: m.notifications_edited,
  comment: m.notifications_comment,
  reaction: m.notifications_reaction,
  joined: m.notifications_joined,
  vote: m.notifications_vote,
  answer: m.notifications_answer,
} as const satisfies Partial<Record<NotificationAct, unknown>>;

function collectionBody({ act, actor, count, detail }: Notification, locale: Locale): string {
  const last = lastEvent({ act, actor }, locale);
  const several = m.notifications_several({ count: formatNumber(count, locale) }, { locale });
  return joined([count > 1 ? several : null, last, detail]);
}

function lastEvent({ act, actor }: Pick<Notification, 'act' | 'actor'>, locale: Locale): string | null {
  if (act === null || !(act in SENTENCES)) return null;
  if (act === 'answer' && actor === null) return m.notifications_answer_visitor({}, { locale });
  const name = actor ?? m.notifications_someone({}, { locale });
  return SENTENCES[act as keyof typeof SENTENCES]({ actor: name }, { locale });
}

const joined = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

/** Returns the path of the page that a notification is about. */
export function notificationPath({ kind, subjectId }: Pick<Notification, 'kind' | 'subjectId'>): string {
  const id = encodeURIComponent(subjectId);
  switch (kind) {
    case 'collection':
      return `/app/collections/${id}`;
    case 'vote_result':
    case 'vote_day':
      return `/vote/${id}`;
    case 'episode':
      return `/app/sources/${id}`;
    case 'closure':
      return `/app/restaurant/${id}`;
    case 'membership':
      return '/app/payment';
  }
}
