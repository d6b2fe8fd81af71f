import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KillableServer, openKillableServer } from '#server/http/killable-server.ts';
import { type SmtpInbox, startSmtpInbox } from '../../tools/sandbox/smtp/smtp-inbox.ts';

/* The server is killed after the commit of a sign-up and before an SMTP server accepts the mail. */

let inbox: SmtpInbox;
let server: KillableServer;

beforeAll(async () => {
  inbox = await startSmtpInbox({ smtpPort: 0, httpPort: 0 });
  server = await openKillableServer({ SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}` });
});
afterAll(async () => {
  await server?.close();
  await inbox?.close();
});

async function signUp(email: string): Promise<void> {
  const password = 'bowl-of-rice';
  const answer = await fetch(`${server.url()}/api/account/sign-up`, {
    method: 'POST',
    headers: { origin: server.url(), 'content-type': 'application/json' },
    body: JSON.stringify({
      nickname: '모먹지',
      email,
      password,
      passwordConfirm: password,
      isFourteenOrOlder: true,
    }),
  });
  expect(answer.status).toBe(201);
}

const mailsTo = (address: string) => inbox.mails().filter(({ to }) => to === address).length;
const untilMailed = (address: string) =>
  expect.poll(() => mailsTo(address), { timeout: 30_000, interval: 100 }).toBeGreaterThan(0);

test.each([
  ['가입이 끝나자마자', 'at-once@example.com', async () => {}],
  [
    '메일 서버가 받기 전에',
    'in-flight@example.com',
    (before: number) => expect.poll(() => inbox.stalled(), { timeout: 30_000 }).toBeGreaterThan(before),
  ],
])(
  '%s 서버가 죽어도 다시 켜면 환영 메일은 꼭 한 통 온다',
  { timeout: 120_000 },
  async (_when, email, moment) => {
    inbox.injectFault('stall');
    const before = inbox.stalled();
    await signUp(email);
    await moment(before);
    await server.kill();
    expect(mailsTo(email)).toBe(0);

    inbox.injectFault('none');
    await server.restart();
    await untilMailed(email);
    // Mails are sent in order. A second mail to the first member would therefore arrive before this mail.
    await signUp(`after-${email}`);
    await untilMailed(`after-${email}`);
    expect(mailsTo(email)).toBe(1);
  },
);
