import { expect, test } from 'vitest';
import { m } from '#messages';
import { renderPage } from './render-page.tsx';

test('영어 쪽을 그린 뒤에도 다른 문장은 하던 언어 그대로다', () => {
  const before = m.problem_account_sign_in_failed();
  expect(renderPage({ name: 'landing', locale: 'en' })).toContain('<html lang="en"');
  expect(m.problem_account_sign_in_failed()).toBe(before);
});
