import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SmtpInbox, startSmtpInbox } from './smtp-inbox.ts';

let inbox: SmtpInbox;

beforeAll(async () => {
  inbox = await startSmtpInbox({ smtpPort: 0, httpPort: 0 });
});
afterEach(() => {
  inbox.injectFault('none');
  inbox.clear();
});
afterAll(() => inbox.close());

const send = () =>
  createTransport({ host: '127.0.0.1', port: inbox.smtpPort }).sendMail({
    from: { name: '모먹지', address: 'hello@example.com' },
    to: { name: '김예시', address: 'yesi@example.com' },
    subject: '모먹지에 오신 걸 환영해요 — 첫 맛집을 담아 볼까요? 아주 긴 제목도 그대로 보여야 해요',
    text: '반가워요.\n링크: https://example.com/?a=1&b=2',
    html: '<p>반가워요.</p><script>alert(1)</script>',
  });

test('accepts a Korean mail and shows its subject, addresses and both bodies', async () => {
  await send();
  expect(inbox.mails()).toHaveLength(1);
  expect(inbox.mails()[0]).toMatchObject({
    from: '모먹지 <hello@example.com>',
    to: '김예시 <yesi@example.com>',
    subject: '모먹지에 오신 걸 환영해요 — 첫 맛집을 담아 볼까요? 아주 긴 제목도 그대로 보여야 해요',
    envelope: { from: 'hello@example.com', to: ['yesi@example.com'] },
  });
  expect(inbox.mails()[0]?.text).toContain('링크: https://example.com/?a=1&b=2');
  expect(inbox.mails()[0]?.html).toContain('<p>반가워요.</p>');

  const mailsTo = async (to: string) =>
    (await fetch(`${inbox.url}/api/mails?to=${encodeURIComponent(to)}`)).json();
  expect(await mailsTo('김예시 <yesi@example.com>')).toHaveLength(1);
  expect(await mailsTo('other@example.com')).toEqual([]);

  const list = await (await fetch(inbox.url)).text();
  expect(list).toContain('모먹지에 오신 걸 환영해요');
  const page = await (await fetch(`${inbox.url}/mails/${inbox.mails()[0]?.id}`)).text();
  expect(page).toContain('sandbox="allow-popups');
  expect(page).not.toContain('<script>');
});

test('can reject temporarily, reject the mailbox, or accept the mail and disconnect', async () => {
  inbox.injectFault('refuse_temporarily');
  await expect(send()).rejects.toMatchObject({ responseCode: 451 });
  inbox.injectFault('refuse_recipient');
  await expect(send()).rejects.toMatchObject({ responseCode: 550 });
  expect(inbox.mails()).toHaveLength(0);
  inbox.injectFault('hang_up');
  await expect(send()).rejects.toThrow();
  expect(inbox.mails()).toHaveLength(1);
});
