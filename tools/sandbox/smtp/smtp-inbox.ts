import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { readMessage, type ReceivedMail } from './message.ts';
import { inboxPage, mailPage } from './inbox-pages.ts';

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
 * - `GET /api/mails`: all mails as JSON, or with `?to=` those to an address; `DELETE /api/mails`: empties the inbox;
 *   `PUT /api/fault`: sets a `MailFault`
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
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (fault === 'stall') return void stalled++;
        if (fault === 'refuse_temporarily')
          return callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        const raw = Buffer.concat(chunks).toString('latin1');
        const { mailFrom, rcptTo } = session.envelope;
        mails.unshift({
          id: nextId++,
          receivedAt: Date.now(),
          envelope: {
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map((recipient) => recipient.address),
          },
          ...readMessage(raw),
          raw,
        });
        mails.length = Math.min(mails.length, MAX_MAILS);
        // The mail is accepted but the client gets no confirmation, so the client sends the mail again.
        if (fault === 'hang_up') return (stream.destroy(), smtp.connections.forEach((one) => one.close()));
        callback(null, 'queued in the sandbox');
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    smtp.on('error', reject);
    smtp.listen(smtpPort, '127.0.0.1', resolve);
  });
  smtp.on('error', () => {});

  const http = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response
        .writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
        .end(body);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const [, id, part] = /^\/mails\/(\d+)(?:\/(html|raw))?$/.exec(pathname) ?? [];
    const mail = mails.find((one) => one.id === Number(id));

    if (pathname === '/') return answer(200, 'text/html', inboxPage(mails));
    if (mail && part === 'html') return answer(200, 'text/html', mail.html ?? '');
    if (mail && part === 'raw') return answer(200, 'text/plain', mail.raw);
    if (mail) return answer(200, 'text/html', mailPage(mail));
    if (pathname === '/api/mails' && request.method === 'GET') {
      const to = searchParams.get('to');
      const wanted = to === null ? mails : mails.filter((one) => one.to === to);
      return answer(200, 'application/json', JSON.stringify(wanted));
    }
    if (pathname === '/api/mails' && request.method === 'DELETE') {
      mails.length = 0;
      return answer(200, 'application/json', '{}');
    }
    if (pathname === '/api/fault' && request.method === 'PUT') {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        fault = JSON.parse(body).fault;
        answer(200, 'application/json', JSON.stringify({ fault }));
      });
      return;
    }
    answer(404, 'text/plain', 'unknown');
  });
  await listen(http, httpPort);

  return {
    smtpPort: (smtp.server.address() as AddressInfo).port,
    url: `http://localhost:${(http.address() as AddressInfo).port}`,
    mails: () => mails,
    stalled: () => stalled,
    injectFault: (next) => {
      fault = next;
    },
    clear: () => {
      mails.length = 0;
    },
    close: async () => {
      await new Promise<void>((resolve) => smtp.close(resolve));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
