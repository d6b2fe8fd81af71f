import { expect, type Page } from '@playwright/test';
import { demonstrationPassword } from '#features/demonstration/server/demonstration-accounts.ts';
import { DEMONSTRATION_ADMIN } from '#server/config.ts';
import { SECRET } from './secret.ts';

/** Signs in as the admin of the demonstration, which the server makes a moment after it begins to listen. */
export async function signInAsAdmin(page: Page) {
  const password = demonstrationPassword({ secret: SECRET, email: DEMONSTRATION_ADMIN });
  await page.goto('/');
  await expect(async () => {
    const answer = await page.request.post('/api/account/sign-in', {
      headers: { origin: new URL(page.url()).origin },
      data: { email: DEMONSTRATION_ADMIN, password },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }).toPass();
}
