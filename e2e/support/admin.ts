import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { SECRET } from './secret.ts';

const EMAIL = 'admin@momokzi.example';

/** As features/demonstration makes it; stories import nothing of the product. */
const password = createHmac('sha256', SECRET).update(`demonstration ${EMAIL}`).digest('hex').slice(0, 12);

/** Signs in as the admin of the demonstration, which the server makes a moment after it begins to listen. */
export async function signInAsAdmin(page: Page) {
  await page.goto('/');
  await expect(async () => {
    const answer = await page.request.post('/api/account/sign-in', {
      headers: { origin: new URL(page.url()).origin },
      data: { email: EMAIL, password },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }).toPass();
}
