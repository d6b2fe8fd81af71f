import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { m } from '#messages';
import { CONSENT_TEXT_VERSION } from './following.rules.ts';

const TEXTS = (['ko', 'en'] as const).flatMap((locale) => [
  m.following_consent_episodes({}, { locale }),
  m.following_consent_forgotten({}, { locale }),
  m.following_consent_terms({}, { locale }),
  m.following_consent_agree({ name: '' }, { locale }),
]);

test('동의 문구를 고치면 판도 올린다', () => {
  const digest = hash('sha256', TEXTS.join('\n')).slice(0, 16);
  expect([CONSENT_TEXT_VERSION, digest]).toEqual(['2026-11-29.2', '13df0b2b77cef2cc']);
});
