import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

describe('로그인한 뒤 돌아갈 곳', () => {
  test.each([
    '/app/restaurant/own:1?tab=map#memo',
    '/app?q=%ED%95%98%EB%8F%99%EA%B4%80&sort=distance',
    '/app/restaurant/ChIJ%2F%2Fevil.example',
    '/',
  ])('보던 화면으로, 검색 조건까지 그대로 돌아간다: %s', (from) => {
    expect(returnPath(from)).toBe(from);
  });

  test.each([
    undefined,
    1,
    { from: '/app' },
    '',
    'app',
    'https://evil.example/app',
    '//evil.example/app',
    '///evil.example/app',
    '/\\evil.example/app',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/app/..//evil.example',
    '/app/%2e%2e//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\\/\\',
    '//',
    '//[',
  ])('다른 곳으로 보내는 주소 %j 대신 홈으로 간다', (from) => {
    expect(returnPath(from)).toBe('/app');
  });

  test('로그인 화면으로는 돌아가지 않는다', () => {
    expect(returnPath('/login?from=%2Fapp')).toBe('/app');
    expect(returnPath('/signup')).toBe('/app');
    expect(returnPath('/app/../login')).toBe('/app');
  });

  test('무엇을 넣어도 이 사이트 안이다', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '\t',
      '\n',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'app',
      ' ',
    );
    const address = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 12 }).map((found) => `/${found.join('')}`),
    );
    fc.assert(
      fc.property(address, (from) => {
        const { origin } = new URL(returnPath(from), 'https://momokzi.example');
        expect(origin).toBe('https://momokzi.example');
      }),
      { numRuns: 20_000 },
    );
  });
});
