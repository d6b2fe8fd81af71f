import { m } from '#messages';
import { formatDate, HOUR_MS, KOREA } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import type { Locale } from '#server/http/locale.ts';
import type { MailMessage } from '#server/mail/mail.ts';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../account.rules.ts';

type Recipient = { address: string; locale: Locale };
type Site = Pick<Settings, 'BASE_URL'>;
type Mail = Pick<MailMessage, 'kind' | 'address' | 'locale' | 'content'>;

const hours = SECOND_FACTOR_REMOVAL_DELAY_MS / HOUR_MS;
const page = ({ BASE_URL }: Site, search: string) => `${BASE_URL}/second-factor-removal?${search}`;

export function removalLinkMail(site: Site, { address, locale, token }: Recipient & { token: string }): Mail {
  const inLanguage = { locale };
  return {
    kind: 'account.second_factor_removal_link',
    address,
    locale,
    content: {
      subject: m.mail_removal_link_subject({}, inLanguage),
      paragraphs: [
        m.mail_removal_link_text({}, inLanguage),
        m.mail_removal_link_delay({ hours }, inLanguage),
      ],
      button: { label: m.mail_removal_link_button({}, inLanguage), url: page(site, `token=${token}`) },
      footnotes: [m.mail_reset_validity({}, inLanguage), m.mail_removal_not_you({}, inLanguage)],
    },
  };
}

export function removalStartedMail(
  site: Site,
  { address, locale, dueAt, token }: Recipient & { dueAt: Date; token: string },
): Mail {
  const inLanguage = { locale };
  const when = formatDate(dueAt, { zone: KOREA, as: 'dateTime', language: locale });
  return {
    kind: 'account.second_factor_removal_started',
    address,
    locale,
    content: {
      subject: m.mail_removal_started_subject({}, inLanguage),
      paragraphs: [
        m.mail_removal_started_text({ when }, inLanguage),
        m.mail_removal_started_cancel({}, inLanguage),
      ],
      button: { label: m.mail_removal_started_button({}, inLanguage), url: page(site, `cancel=${token}`) },
      footnotes: [m.mail_removal_not_you({}, inLanguage)],
    },
  };
}

export function removalDoneMail({ BASE_URL }: Site, { address, locale }: Recipient): Mail {
  const inLanguage = { locale };
  return {
    kind: 'account.second_factor_removed',
    address,
    locale,
    content: {
      subject: m.mail_removal_done_subject({}, inLanguage),
      paragraphs: [m.mail_removal_done_text({}, inLanguage)],
      button: { label: m.mail_removal_done_button({}, inLanguage), url: `${BASE_URL}/login` },
      footnotes: [m.mail_removal_not_you({}, inLanguage)],
    },
  };
}
