import { describe, expect, test } from 'vitest';
import { FREE_RESTAURANT_LIMIT, MEMBERSHIP_PRICE } from '#features/membership/membership.rules.ts';
import { REFUND_DAYS } from '#features/membership/payments.rules.ts';
import {
  filledPage,
  SITE_CONDITIONS,
  SITE_LANGUAGES,
  SITE_TEXTS,
  type SiteLanguage,
  type SitePageName,
} from '#features/site/site-pages.rules.ts';
import { faqGroups } from '../faq/questions.ts';
import { renderPage } from '../pages/render-page.tsx';

const DOCUMENTS = ['terms', 'privacy', 'refunds', 'faq'] as const;

/**
 * Returns the page as the server sends it.
 * @param holding the conditions that are true
 */
function pageOf(name: SitePageName, locale: SiteLanguage, holding: readonly string[] = []): string {
  const texts = Object.fromEntries(SITE_TEXTS.map((text) => [text, `〔${text}〕`]));
  const conditions = Object.fromEntries(
    SITE_CONDITIONS.map((condition) => [condition, holding.includes(condition)]),
  );
  const template = renderPage({ name, locale });
  return filledPage({ template, texts, conditions } as Parameters<typeof filledPage>[0]);
}

describe.each(SITE_LANGUAGES)('%s 문서', (locale) => {
  test.each(DOCUMENTS)('%s: 채워지지 않은 자리도, 갈 곳 없는 차례도 없다', (name) => {
    for (const holding of [[], SITE_CONDITIONS]) {
      const page = pageOf(name, locale, holding);
      expect(page.match(/\{\w+\}|undefined|\[object/g)).toBeNull();
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
      expect(targets.length).toBeGreaterThan(5);
      expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });

  test('값과 기한은 규칙이 정한 그대로다', () => {
    const price = new Intl.NumberFormat(locale).format(MEMBERSHIP_PRICE.amount);
    for (const name of ['terms', 'refunds', 'faq'] as const) expect(pageOf(name, locale)).toContain(price);
    const refunds = pageOf('refunds', locale);
    expect(refunds).toContain(locale === 'ko' ? `${REFUND_DAYS}일 안` : `within ${REFUND_DAYS} days`);
    expect(refunds).toContain(String(FREE_RESTAURANT_LIMIT));
    expect(pageOf('terms', locale, ['freeSeeProvided'])).toContain('〔providedDays〕');
    expect(pageOf('terms', locale)).not.toContain('〔providedDays〕');
  });

  test('실제로 쓰는 외부 서비스만 적힌다', () => {
    const google = /Google/g;
    // Only the push services of browsers are always named.
    expect(pageOf('privacy', locale, ['sendsNothingAbroad']).match(google)).toHaveLength(1);
    const page = pageOf('privacy', locale, ['sendsAbroad', 'signsInWithGoogle', 'drawsGoogleMaps']);
    expect(page.match(google)?.length).toBeGreaterThan(3);
    expect(
      pageOf('privacy', locale, ['readsLists', 'readsKakaoLists', 'sendsNothingAbroad']).match(google),
    ).toHaveLength(1);
    expect(
      pageOf('privacy', locale, ['readsLists', 'readsGoogleLists', 'sendsAbroad']).match(google)?.length,
    ).toBe(5);
    expect(pageOf('terms', locale).match(google)).toBeNull();
    expect(pageOf('terms', locale, ['usesGoogleMaps'])).toContain('https://maps.google.com/help/terms_maps/');
  });

  test('초안이라는 말이 있다', () => {
    const words = locale === 'ko' ? '변호사 검토가 필요한 초안' : 'review by a lawyer';
    for (const name of ['terms', 'privacy', 'refunds'] as const)
      expect(pageOf(name, locale)).toContain(words);
  });
});

test('질문은 서른 개가 넘고, 저마다 주소가 있다', () => {
  const ids = faqGroups.flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(30);
  expect(new Set(ids).size).toBe(ids.length);
});
