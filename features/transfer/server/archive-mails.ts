import { m } from '#messages';
import { formatDate, KOREA } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import type { Locale } from '#server/http/locale.ts';
import type { MailMessage } from '#server/mail/mail.ts';

/** The mail that says that an archive is ready. Its link requires sign-in. */
export function archiveReadyMail(
  { BASE_URL }: Pick<Settings, 'BASE_URL'>,
  {
    address,
    locale,
    expiresAt,
    missingPhotos,
  }: {
    address: string;
    locale: Locale;
    expiresAt: Date;
    missingPhotos: { count: number; usedIn: readonly string[] };
  },
): MailMessage {
  const inLanguage = { locale };
  const day = formatDate(expiresAt, { zone: KOREA, language: locale });
  return {
    kind: 'archive.ready',
    address,
    locale,
    content: {
      subject: m.archive_mail_subject({}, inLanguage),
      paragraphs: [
        m.archive_mail_text({ day }, inLanguage),
        ...(missingPhotos.count > 0
          ? [
              m.archive_missing_photos({ count: missingPhotos.count }, inLanguage),
              missingPhotos.usedIn.join(', '),
            ]
          : []),
      ],
      button: { label: m.archive_mail_button({}, inLanguage), url: `${BASE_URL}/app/data` },
      footnotes: [m.archive_mail_not_you({}, inLanguage)],
    },
  };
}

/** The mail that says that an archive could not be made. */
export function archiveFailedMail(
  { BASE_URL }: Pick<Settings, 'BASE_URL'>,
  { address, locale }: { address: string; locale: Locale },
): MailMessage {
  const inLanguage = { locale };
  return {
    kind: 'archive.failed',
    address,
    locale,
    content: {
      subject: m.archive_failed_mail_subject({}, inLanguage),
      paragraphs: [m.archive_failed_mail_text({}, inLanguage)],
      button: { label: m.archive_failed_mail_button({}, inLanguage), url: `${BASE_URL}/app/data` },
      footnotes: [m.archive_mail_not_you({}, inLanguage)],
    },
  };
}
