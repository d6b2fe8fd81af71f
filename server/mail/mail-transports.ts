import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { Transporter } from 'nodemailer';
import path from 'node:path';
import type { Settings } from '#server/config.ts';

export type Mail = {
  /**
   * The id that becomes the Message-ID. It is the same on every attempt, so that a receiver can detect a repeated mail.
   */
  id: string;
  from: string;
  address: string;
  subject: string;
  text: string;
  html: string;
  /** The URL that ends the subscription. It is null if the mail belongs to no subscription. */
  unsubscribeUrl: string | null;
};

/**
 * Delivers a mail.
 * @throws nodemailer's errors
 */
export type MailTransport = (mail: Mail) => Promise<void>;

export function transportsOf(
  settings: Pick<Settings, 'SMTP_URL' | 'SANDBOX_SMTP_URL' | 'DATA_DIR'>,
): readonly MailTransport[] {
  const { SMTP_URL, SANDBOX_SMTP_URL, DATA_DIR } = settings;
  return [
    SMTP_URL ? smtpTransport(SMTP_URL) : folderTransport(path.join(DATA_DIR, 'mail')),
    ...(SANDBOX_SMTP_URL ? [smtpTransport(SANDBOX_SMTP_URL)] : []),
  ];
}

/** @param url smtp://user:password@host:port, or smtps:// */
export function smtpTransport(url: string): MailTransport {
  let transport: Transporter | null = null;
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({
      url,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      socketTimeout: 60_000,
    });
    await transport.sendMail(messageOf(mail));
  };
}

/** Writes each mail to the file `<id>.eml`. A repeated delivery replaces the file. */
export function folderTransport(folder: string): MailTransport {
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true });
    const { message } = await transport.sendMail(messageOf(mail));
    await mkdir(folder, { recursive: true });
    const draft = path.join(folder, `.${mail.id}.part`);
    await writeFile(draft, message as Buffer, { mode: 0o600 });
    await rename(draft, path.join(folder, `${mail.id}.eml`));
  };
}

const messageOf = ({ id, from, address, subject, text, html, unsubscribeUrl }: Mail) => ({
  messageId: `<${id}@${domainOf(from)}>`,
  from,
  to: address,
  subject,
  text,
  html,
  // This header prevents automatic replies (RFC 3834).
  headers: {
    'Auto-Submitted': 'auto-generated',
    // This header allows a mail program to end the subscription with one POST request (RFC 8058).
    ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
});

const domainOf = (address: string) => /@([^>\s]+)>?$/.exec(address)?.[1] ?? 'localhost';
