import { m } from '#messages';
import { formatDate, KOREA } from '#common/dates.ts';
import { formatNumber } from '#common/numbers.ts';
import type { MailKind } from '#features/following/following.contract.ts';
import type { Settings } from '#server/config.ts';
import type { Locale } from '#server/http/locale.ts';
import type { MailContent } from '#server/mail/mail-content.ts';
import type { MailMessage } from '#server/mail/mail.ts';
import type { EpisodeToMail } from './following.sql.ts';

/**
 * The settings that a mail contains. 정보통신망법 제50조 제4항 requires the name and the contact of the sender in advertising
 * mails.
 */
type Site = Pick<
  Settings,
  'BASE_URL' | 'COMPANY_NAME' | 'COMPANY_ADDRESS' | 'COMPANY_PHONE' | 'COMPANY_EMAIL'
>;
type Subscriber = { address: string; locale: Locale; token: string };

/** Maximum number of episodes that one mail names. */
const EPISODES_NAMED = 8;

/** Returns the URL of the unsubscribe link. Mail programs send a POST request to the same URL (RFC 8058). */
export const unsubscribeUrlOf = ({ BASE_URL }: Pick<Settings, 'BASE_URL'>, token: string): string =>
  `${BASE_URL}/unsubscribe/${token}`;

const KIND_NAMES = {
  episodes: m.following_mails_episodes,
  forgotten: m.following_mails_forgotten,
} as const satisfies Record<MailKind, unknown>;

export function episodesMail(
  site: Site,
  { episodes, ...to }: Subscriber & { episodes: readonly EpisodeToMail[]; consentedAt: Date },
): MailMessage {
  const inLanguage = { locale: to.locale };
  const nameOf = ({ title, name }: EpisodeToMail) =>
    [m.provided_source_name({ title }, inLanguage), name].filter(Boolean).join(' ');
  const [first] = episodes;
  const sourceIds = new Set(episodes.map(({ sourceId }) => sourceId));
  const heading =
    episodes.length === 1 && first
      ? m.following_mail_episode_subject({ episode: nameOf(first) }, inLanguage)
      : m.following_mail_episodes_subject({ count: formatNumber(episodes.length, to.locale) }, inLanguage);
  const placesLine = ({ places, placeNames }: EpisodeToMail) =>
    m.following_mail_places(
      {
        names: `${placeNames.join(', ')}${placeNames.length < places ? '\u00a0…' : ''}`,
        count: formatNumber(places, to.locale),
      },
      inLanguage,
    );
  const left = episodes.length - EPISODES_NAMED;
  return advertisement(site, to, {
    kind: 'episodes',
    heading,
    paragraphs: [
      ...episodes
        .slice(0, EPISODES_NAMED)
        .map((episode) => ({ title: nameOf(episode), text: placesLine(episode) })),
      ...(left > 0 ? [m.following_mail_more({ count: formatNumber(left, to.locale) }, inLanguage)] : []),
    ],
    button: {
      label: m.following_mail_open({}, inLanguage),
      url:
        first && sourceIds.size === 1
          ? `${site.BASE_URL}/app/sources/${first.sourceId}`
          : `${site.BASE_URL}/app/collections`,
    },
  });
}

export function forgottenMail(
  site: Site,
  {
    places,
    ...to
  }: Subscriber & {
    places: readonly { name: string; neighbourhood: string; savedAt: number }[];
    consentedAt: Date;
  },
): MailMessage {
  const inLanguage = { locale: to.locale };
  return advertisement(site, to, {
    kind: 'forgotten',
    heading: m.following_mail_forgotten_subject({ count: places.length }, inLanguage),
    paragraphs: [
      m.following_mail_forgotten_text({}, inLanguage),
      ...places.map(({ name, neighbourhood, savedAt }) => {
        const month = formatDate(savedAt, { zone: KOREA, as: 'month', language: to.locale });
        const saved = m.following_mail_saved({ month }, inLanguage);
        return { title: name, text: [neighbourhood, saved].filter(Boolean).join(' · ') };
      }),
    ],
    button: { label: m.following_mail_open_list({}, inLanguage), url: `${site.BASE_URL}/app` },
  });
}

function advertisement(
  site: Site,
  { address, locale, token, consentedAt }: Subscriber & { consentedAt: Date },
  {
    kind,
    heading,
    ...body
  }: { kind: MailKind; heading: string } & Pick<MailContent, 'paragraphs' | 'button'>,
): MailMessage {
  const inLanguage = { locale };
  const url = unsubscribeUrlOf(site, token);
  return {
    kind: `following.${kind}`,
    address,
    locale,
    unsubscribeUrl: url,
    content: {
      subject: m.following_mail_subject({ heading }, inLanguage),
      heading,
      ...body,
      footnotes: [
        m.following_mail_why(
          { name: KIND_NAMES[kind]({}, inLanguage), day: dayOf(consentedAt, locale) },
          inLanguage,
        ),
        senderOf(site, locale),
        m.following_mail_end({}, inLanguage),
      ],
      unsubscribe: { label: m.following_mail_unsubscribe({}, inLanguage), url },
    },
  };
}

/**
 * Returns the mail that confirms a consent or a withdrawal. 정보통신망법 제50조 제7항 requires this mail, which is not an
 * advertisement.
 */
export function consentMail(
  site: Site,
  {
    address,
    locale,
    kind,
    isGiven,
    at,
    consentId,
  }: { address: string; locale: Locale; kind: MailKind; isGiven: boolean; at: Date; consentId: string },
): MailMessage {
  const inLanguage = { locale };
  const about = { name: KIND_NAMES[kind]({}, inLanguage), day: dayOf(at, locale) };
  return {
    kind: 'following.consent',
    address,
    locale,
    dedupeKey: `following.consent:${consentId}`,
    content: {
      subject: isGiven
        ? m.following_mail_given_subject(about, inLanguage)
        : m.following_mail_ended_subject(about, inLanguage),
      paragraphs: [
        isGiven
          ? m.following_mail_given_text(about, inLanguage)
          : m.following_mail_ended_text(about, inLanguage),
      ],
      button: { label: m.following_mail_settings({}, inLanguage), url: `${site.BASE_URL}/app/mails` },
      footnotes: [senderOf(site, locale)],
    },
  };
}

/**
 * Returns the mail that reminds a member of a consent two years after it was given or confirmed (정보통신망법 제50조 제8항).
 * The mail is not an advertisement.
 */
export function reminderMail(
  site: Site,
  { address, locale, token, kind, consentedAt }: Subscriber & { kind: MailKind; consentedAt: Date },
): MailMessage {
  const inLanguage = { locale };
  const url = unsubscribeUrlOf(site, token);
  const about = { name: KIND_NAMES[kind]({}, inLanguage), day: dayOf(consentedAt, locale) };
  return {
    kind: 'following.reminder',
    address,
    locale,
    unsubscribeUrl: url,
    content: {
      subject: m.following_mail_reminder_subject(about, inLanguage),
      paragraphs: [
        m.following_mail_reminder_text(about, inLanguage),
        m.following_mail_reminder_keep({}, inLanguage),
      ],
      footnotes: [senderOf(site, locale), m.following_mail_end({}, inLanguage)],
      unsubscribe: { label: m.following_mail_unsubscribe({}, inLanguage), url },
    },
  };
}

const senderOf = (
  { COMPANY_NAME, COMPANY_ADDRESS, COMPANY_PHONE, COMPANY_EMAIL }: Site,
  locale: Locale,
): string =>
  [
    m.following_mail_sender({ name: COMPANY_NAME }, { locale }),
    COMPANY_ADDRESS,
    `${COMPANY_PHONE} · ${COMPANY_EMAIL}`,
  ].join('\n');

const dayOf = (at: Date, locale: Locale): string => formatDate(at, { zone: KOREA, language: locale });
