import { m } from '#messages';
import { formatDate, KOREA } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import type { Locale } from '#server/http/locale.ts';
import type { MailMessage } from '#server/mail/mail.ts';

/** The mail that says that an archive is ready. Its link requires sign-in. */
export function archiveReadyMail(
  { BASE_URL }: Pick<Settings, 'BASE_URL'>,
  { address, locale, expiresAt }: { address: string; locale: Locale; expiresAt: Date },
): MailMessage {
  const inLanguage = { locale };
  const day = formatDate(expiresAt, { zone: KOREA, language: locale });
  return {
    kind: 'archive.ready',
    address,
    locale,
    content: {
      subject: m.archive_mail_subject({}, inLanguage),
      paragraphs: [m.archive_mail_text({ day }, inLanguage)],
      button: { label: m.archive_mail_button({}, inLanguage), url: `${BASE_URL}/app/data` },
      footnotes: [m.archive_mail_not_you({}, inLanguage)],
    },
  };
}
