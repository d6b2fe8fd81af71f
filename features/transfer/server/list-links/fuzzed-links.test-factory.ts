import fc from 'fast-check';

const HOSTS = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '2130706433',
  '0x7f000001',
  '127.1',
  '[::ffff:7f00:1]',
  '0',
  'naver.me',
  'kko.to',
  'map.naver.com',
  'map.kakao.com',
  'www.google.com',
  'NAVER.ME',
  'naver.me.',
  'naver.me@127.0.0.1',
  'naver.me:x@localhost',
  '127.0.0.1#naver.me',
  '127.0.0.1\\@naver.me',
];

/**
 * Generates paths with query parameters. `fc.webPath` and `fc.webUrl` would build a table of all Unicode characters,
 * which takes seconds.
 */
const fuzzedPath = fc
  .array(
    fc.oneof(
      fc.constantFrom(...`/abcXYZ019-._~!$&'()*+,;=:@?#`),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).map((text) => encodeURIComponent(text)),
    ),
    { maxLength: 30 },
  )
  .map((parts) => `/${parts.join('')}`);

/** Generates links, most of them hostile. @param port the port of the canary server on this machine */
export const fuzzedLink = (port: number) =>
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'https:', '//', 'HTTPS://', 'ftp://', 'https:\\\\'),
        fc.constantFrom(...HOSTS),
        fc.constantFrom('', `:${port}`, ':443', ':0'),
        fc.oneof(
          fc.constantFrom('/abc', '/?folderid=7001', `/p/favorite/folder/${'a'.repeat(32)}`),
          fuzzedPath,
        ),
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('http://', 'https://'), fc.webAuthority(), fuzzedPath)
      .map((parts) => parts.join('')),
    fc.string(),
  );
