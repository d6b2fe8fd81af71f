import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { SECRET } from './secret.ts';

/** The same as in features/demonstration; stories import no code of the product. */
const passwordOf = (email: string) =>
  createHmac('sha256', SECRET).update(`demonstration ${email}`).digest('hex').slice(0, 12);

/**
 * Signs in as a demonstration account; stories wait until the server has created them (playwright.config.ts). The free
 * member joined half a year ago.
 */
export async function signInAs(page: Page, role: 'free' | 'paid' | 'admin') {
  const email = `${role}@momokzi.example`;
  await page.goto('/');
  const answer = await page.request.post('/api/account/sign-in', {
    headers: { origin: new URL(page.url()).origin },
    data: { email, password: passwordOf(email) },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

export const signInAsAdmin = (page: Page) => signInAs(page, 'admin');
