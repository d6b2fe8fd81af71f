import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { sendJson, sendPage, serve } from '../http.ts';
import { inboxPage, mailPage, type ReceivedMail } from './inbox-pages.ts';

/** A fault applies to the next messages. Refusals have the same answers as those of a real server. */
export type MailFault = 'none' | 'refuse_temporarily' | 'refuse_recipient' | 'hang_up' | 'stall';

export type SmtpInbox = {
  smtpPort: number;
  url: string;
  mails: () => readonly ReceivedMail[];
  injectFault: (fault: MailFault) => void;
  clear: () => void;
  /** Returns the number of mails that the fault `stall` left unanswered. */
  stalled: () => number;
  close: () => Promise<void>;
};

const MAX_MAILS = 500;

/**
 * A real SMTP server that delivers nothing. Pages and API:
 * - `GET /`: the inbox; `GET /mails/:id`: one mail; `GET /mails/:id/html`: its HTML; `GET /mails/:id/raw`: its bytes
 * - `GET /api/mails`: all mails as JSON, or with `?to=` those to an address
 */
export async function startSmtpInbox({
  smtpPort,
  httpPort,
}: {
  smtpPort: number;
  httpPort: number;
}): Promise<SmtpInbox> {
  const mails: ReceivedMail[] = [];
  let nextId = 1;
  let fault: MailFault = 'none';
  let stalled = 0;

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    banner: 'momokzi sandbox',
    size: 20 * 1024 * 1024,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'sandbox' }),
    onRcptTo: (_address, _session, callback) => {
      if (fault !== 'refuse_recipient') return callback();
      callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
    },
    onData: async (stream, { envelope }, callback) => {
      const raw = await buffer(stream);
      if (fault === 'stall') return void stalled++;
      if (fault === 'refuse_temporarily')
        return callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      const { from, to, subject = '', text = null, html = null } = await PostalMime.parse(raw);
      mails.unshift({
        id: nextId++,
        receivedAt: Date.now(),
        subject,
        text,
        html,
        raw: raw.toString(),
        envelope: {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
        },
        from: addressOf(from),
        to: (to ?? []).map(addressOf).join(', '),
      });
      mails.length = Math.min(mails.length, MAX_MAILS);
      // The mail is accepted but the client gets no confirmation, so the client sends the mail again.
      if (fault === 'hang_up') return smtp.connections.forEach((one) => one.close());
      callback(null, 'queued in the sandbox');
    },
  });
  smtp.listen(smtpPort, '127.0.0.1');
  await once(smtp.server, 'listening');
  smtp.on('error', () => {});

  const { url, close } = await serve(httpPort, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const [, id, part] = /^\/mails\/(\d+)(?:\/(html|raw))?$/.exec(pathname) ?? [];
    const mail = mails.find((one) => one.id === Number(id));
    if (pathname === '/') return sendPage(response, inboxPage(mails));
    if (mail && part === 'html') return sendPage(response, mail.html ?? '');
    if (mail && part === 'raw')
      return response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(mail.raw);
    if (mail) return sendPage(response, mailPage(mail));
    if (pathname !== '/api/mails') return sendJson(response, 404, {});
    const wanted = searchParams.get('to');
    sendJson(response, 200, wanted === null ? mails : mails.filter(({ to }) => to === wanted));
  });

  return {
    smtpPort: (smtp.server.address() as AddressInfo).port,
    url,
    mails: () => mails,
    stalled: () => stalled,
    injectFault: (next) => void (fault = next),
    clear: () => void (mails.length = 0),
    close: async () => {
      await new Promise<void>((resolve) => smtp.close(resolve));
      await close();
    },
  };
}

const addressOf = ({ name, address }: Address = { name: '', address: '' }) =>
  name ? `${name} <${address}>` : (address ?? '');
