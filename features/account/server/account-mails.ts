import { m } from '#messages';
import type { Settings } from '#server/config.ts';
import type { Locale } from '#server/http/locale.ts';
import type { MailMessage } from '#server/mail/mail.ts';

type Recipient = { address: string; locale: Locale };
type Site = Pick<Settings, 'BASE_URL'>;

/** @param token null if the address is already verified */
export function welcomeMail(
  { BASE_URL }: Site,
  { address, locale, displayName, token }: Recipient & { displayName: string; token: string | null },
): Pick<MailMessage, 'kind' | 'address' | 'locale' | 'content'> {
  const inLanguage = { locale };
  return {
    kind: 'account.welcome',
    address,
    locale,
    content: {
      subject: m.mail_welcome_subject({}, inLanguage),
      paragraphs: [
        m.mail_welcome_hello({ displayName }, inLanguage),
        m.mail_welcome_text({}, inLanguage),
        ...(token === null ? [] : [m.mail_welcome_verify({}, inLanguage)]),
      ],
      button:
        token === null
          ? { label: m.mail_welcome_button({}, inLanguage), url: `${BASE_URL}/app` }
          : { label: m.mail_verify_button({}, inLanguage), url: verificationLink({ BASE_URL }, token) },
      footnotes: [m.mail_welcome_not_you({}, inLanguage)],
    },
  };
}

export function verificationMail(
  site: Site,
  { address, locale, token }: Recipient & { token: string },
): Pick<MailMessage, 'kind' | 'address' | 'locale' | 'content'> {
  const inLanguage = { locale };
  return {
    kind: 'account.verification',
    address,
    locale,
    content: {
      subject: m.mail_verify_subject({}, inLanguage),
      paragraphs: [m.mail_verify_text({}, inLanguage)],
      button: { label: m.mail_verify_button({}, inLanguage), url: verificationLink(site, token) },
      footnotes: [m.mail_verify_validity({}, inLanguage), m.mail_not_you({}, inLanguage)],
    },
  };
}

export function passwordResetMail(
  { BASE_URL }: Site,
  { address, locale, token }: Recipient & { token: string },
): Pick<MailMessage, 'kind' | 'address' | 'locale' | 'content'> {
  const inLanguage = { locale };
  return {
    kind: 'account.password_reset',
    address,
    locale,
    content: {
      subject: m.mail_reset_subject({}, inLanguage),
      paragraphs: [m.mail_reset_text({}, inLanguage)],
      button: {
        label: m.mail_reset_button({}, inLanguage),
        url: `${BASE_URL}/password-reset?token=${token}`,
      },
      footnotes: [m.mail_reset_validity({}, inLanguage), m.mail_reset_not_you({}, inLanguage)],
    },
  };
}

const verificationLink = ({ BASE_URL }: Site, token: string) => `${BASE_URL}/verify-email?token=${token}`;
