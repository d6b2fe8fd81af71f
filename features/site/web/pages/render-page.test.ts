import { expect, test } from 'vitest';
import { m } from '#messages';
import { renderPage } from './render-page.tsx';

test('영어 쪽을 그린 뒤에도 다른 문장은 하던 언어 그대로다', () => {
  const before = m.problem_account_sign_in_failed();
  expect(renderPage({ name: 'landing', locale: 'en' })).toContain('<html lang="en"');
  expect(m.problem_account_sign_in_failed()).toBe(before);
});

test('영어 첫 쪽에는 영어 화면과 영어로 적은 날이 있다', () => {
  const korean = renderPage({ name: 'landing', locale: 'ko' });
  const english = renderPage({ name: 'landing', locale: 'en' });
  expect(korean).toContain('/pictures/home-light-560.avif');
  expect(english).toContain('/pictures/home-en-light-560.avif');
  expect(english).not.toContain('/pictures/home-light-560.avif');
  expect(korean).toContain('>4.18<');
  expect(english).toContain('>18 Apr<');
});
