import { createHmac } from 'node:crypto';
import { leaveApplication } from './member.ts';
import { SECRET } from './secret.ts';
import { expect, originOf, type Page } from './test.ts';

/** Returns the password of a demonstration account. It is derived in the same way as in features/demonstration. */
const passwordOf = (email: string) =>
  createHmac('sha256', SECRET).update(`demonstration ${email}`).digest('hex').slice(0, 12);

/**
 * Signs in with a demonstration account. The server of all stories has these accounts (playwright.config.ts). The free
 * member joined half a year ago.
 */
export async function signInAs(page: Page, role: 'free' | 'paid' | 'admin') {
  const email = `${role}@momokzi.example`;
  await leaveApplication(page);
  // The sign-in is repeated, because the product of the gallery creates the accounts only after it is ready. Ten
  // attempts are allowed per account.
  await expect(async () => {
    const answer = await page.request.post('/api/account/sign-in', {
      headers: { origin: originOf(page) },
      data: { email, password: passwordOf(email) },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }).toPass({ intervals: [500, 1_000, 2_000, 5_000, 10_000] });
}

export const signInAsAdmin = (page: Page) => signInAs(page, 'admin');
