import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the addresses of the sandbox's pages. tools/e2e-server.mjs has started the sandbox. */
export const sandboxPages = (): { inbox: string; payments: string; licenceRegister: string } =>
  JSON.parse(readFileSync(path.join(process.env.E2E_DATA_DIR ?? '', 'sandbox.json'), 'utf8'));

type Mail = { id: number; subject: string; text: string };

/** Waits for a mail and returns it. */
export async function mailTo(page: Page, address: string, words: string): Promise<Mail> {
  let mail: Mail | undefined;
  await expect
    .poll(
      async () => (mail = (await mailsTo(page, address)).find(({ subject }) => subject.includes(words))),
      { message: `a mail about “${words}” to ${address}`, intervals: [200] },
    )
    .toBeDefined();
  return mail as Mail;
}

/** Returns the mails to an address, newest first. */
export async function mailsTo(page: Page, address: string): Promise<Mail[]> {
  const answer = await page.request.get(`${sandboxPages().inbox}/api/mails`, {
    params: { to: address },
    // The inbox closes a connection that was idle for five seconds. A request at this moment fails with ECONNRESET.
    maxRetries: 2,
  });
  return (await answer.json()) as Mail[];
}

export const inboxPage = (mail: Mail) => `${sandboxPages().inbox}/mails/${mail.id}`;

/** Creates the account on the sandbox's Google page. */
export async function continueWithNewGoogleAccount(
  page: Page,
  { name, email }: { name: string; email: string },
) {
  await page.getByLabel('이름').fill(name);
  await page.getByLabel('메일 주소', { exact: true }).fill(email);
  await page.getByRole('button', { name: '만들고 이어 가기' }).click();
}
