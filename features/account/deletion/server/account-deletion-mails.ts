import { m } from '#messages';
import { formatDate, KOREA } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import type { Locale } from '#server/http/locale.ts';
import type { MailMessage } from '#server/mail/mail.ts';

type Recipient = { address: string; locale: Locale };
type Mail = Pick<MailMessage, 'kind' | 'address' | 'locale' | 'content'>;

export function deletionRequestedMail(
  { BASE_URL }: Pick<Settings, 'BASE_URL'>,
  { address, locale, dueAt }: Recipient & { dueAt: Date },
): Mail {
  const inLanguage = { locale };
  const day = formatDate(dueAt, { zone: KOREA, language: locale });
  return {
    kind: 'account.deletion_requested',
    address,
    locale,
    content: {
      subject: m.mail_deletion_subject({}, inLanguage),
      paragraphs: [m.mail_deletion_text({ day }, inLanguage), m.mail_deletion_cancel({}, inLanguage)],
      button: { label: m.mail_deletion_button({}, inLanguage), url: `${BASE_URL}/app` },
      footnotes: [m.mail_deletion_not_you({}, inLanguage)],
    },
  };
}

export function deletedMail({ address, locale }: Recipient): Mail {
  const inLanguage = { locale };
  return {
    kind: 'account.deleted',
    address,
    locale,
    content: {
      subject: m.mail_left_subject({}, inLanguage),
      paragraphs: [m.mail_left_text({}, inLanguage), m.mail_left_thanks({}, inLanguage)],
      footnotes: [m.mail_left_footnote({}, inLanguage)],
    },
  };
}
