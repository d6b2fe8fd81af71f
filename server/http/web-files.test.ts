import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from './test-app.ts';

const SCRIPT = 'console.log("hello");'.repeat(100);

describe('the web application', () => {
  let folder: string;
  let on: TestApp;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'momokzi-web-'));
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
    writeFileSync(path.join(folder, 'sw.js'), '// worker');
    writeFileSync(path.join(folder, '비밀.txt'), 'name in Korean');
    writeFileSync(path.join(folder, 'assets/main-1a2b.js'), SCRIPT);
    writeFileSync(path.join(folder, 'assets/recognition.wasm-worker-3c_-d.js'), SCRIPT);
    writeFileSync(path.join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(path.join(folder, 'assets/main-1a2b.js.gz'), gzipSync(SCRIPT));
    writeFileSync(
      path.join(folder, 'prerendered.json'),
      JSON.stringify({
        pages: {},
        hashes: { styles: {}, script: '' },
        addresses: ['/', '/faq', '/app', '/app/restaurant/$restaurantId', '/shared/$shareId'],
      }),
    );
    on = await openTestApp({ features: [], webFolder: folder });
  });
  afterAll(async () => {
    await on.close();
    rmSync(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => on.app.inject({ url, headers });

  test('only a worker for WebAssembly may compile it', async () => {
    const policyOf = async (url: string) => (await get(url)).headers['content-security-policy'];
    expect(await policyOf('/assets/recognition.wasm-worker-3c_-d.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    for (const url of ['/app', '/assets/main-1a2b.js'])
      expect(await policyOf(url), url).not.toContain('wasm-unsafe-eval');
  });

  test.each(['/', '/app', '/app/restaurant/ChIJ', '/shared/abc?from=kakao', '/app/restaurant/a.b'])(
    '%s is the page',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html>']);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      });
      expect(answer.headers.etag).toBeDefined();
    },
  );

  test.each([
    ['/faq/', '/faq'],
    ['/FAQ', '/faq'],
    ['/Shared/AbC/?from=kakao', '/shared/AbC?from=kakao'],
    ['//app//', '/app'],
  ])('%s redirects to %s', async (url, page) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([308, page]);
  });

  test.each(['/no/such/page', '/shared', '/wp-login.php'])(
    'the unknown URL %s redirects a browser to the landing page and returns 404 to a program',
    async (url) => {
      const opened = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect([opened.statusCode, opened.headers.location]).toEqual([302, '/']);
      const fetched = await get(url, { accept: '*/*' });
      expect([fetched.statusCode, fetched.json().code]).toEqual([404, 'request.not_found']);
    },
  );

  test('is answered with 304 while unchanged', async () => {
    const { etag } = (await get('/')).headers;
    expect((await get('/', { 'if-none-match': String(etag) })).statusCode).toBe(304);
  });

  test('lets browsers cache content-hashed files permanently and revalidate the others', async () => {
    expect((await get('/assets/main-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await get(`/${encodeURIComponent('비밀.txt')}`)).body).toBe('name in Korean');
  });

  test.each([
    ['br', 'br, gzip'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])('sends the precompressed file: %s', async (encoding, accepted) => {
    const answer = await get('/assets/main-1a2b.js', { 'accept-encoding': accepted });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    if (encoding) expect(answer.rawPayload.length).toBeLessThan(SCRIPT.length / 10);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
  });

  test.each([
    '/api/nothing',
    '/api',
    '/missing.js',
    '/assets/missing-9z.js',
    '/assets/main-1a2b.js.br',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/.env',
  ])('%s is not found', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'request.not_found']);
  });

  test('is read-only', async () => {
    const answer = await on.app.inject({
      method: 'POST',
      url: '/app',
      headers: { origin: 'http://localhost:3000' },
    });
    expect(answer.statusCode).toBe(404);
    expect((await on.app.inject({ method: 'HEAD', url: '/app' })).statusCode).toBe(200);
  });

  test('is served consistently when rebuilt under a running server', async () => {
    const built = path.join(folder, 'built');
    const asset = (name: string) => path.join(built, 'assets', name);
    const build = (name: string) => {
      mkdirSync(path.join(built, 'assets'), { recursive: true });
      writeFileSync(asset(name), SCRIPT);
      const page = path.join(built, 'index.html');
      writeFileSync(page, `<!doctype html><title>x</title><script src="/assets/${name}"></script></body>`);
      return page;
    };
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(build('main-1.js'), longAgo, longAgo);
    const other = await openTestApp({ features: [], webFolder: built });
    const { app } = other;
    const status = async (url: string) => (await app.inject(url)).statusCode;
    const written = async () =>
      (await app.pages.write({ title: 't', description: 'd', url: 'http://localhost/' })).html;
    expect([await status('/assets/main-1.js'), await written()]).toEqual([
      200,
      expect.stringContaining('main-1'),
    ]);
    const { version } = app.pages;

    writeFileSync(asset('main-1.js'), 'The server has read this file before.');
    expect((await app.inject('/assets/main-1.js')).body).toBe(SCRIPT);
    rmSync(asset('main-1.js'));
    expect(await status('/assets/main-1.js')).toBe(404);
    rmSync(built, { recursive: true });
    expect([await status('/'), app.pages.version]).toEqual([503, null]);

    build('main-2.js');
    expect((await app.inject('/')).body).toContain('main-2');
    expect([await status('/assets/main-2.js'), await status('/assets/main-1.js')]).toEqual([200, 404]);
    expect(await written()).toContain('main-2');
    expect(app.pages.version).not.toBe(version);

    // A build can write these files after `index.html`.
    writeFileSync(asset('part-2.js'), SCRIPT);
    expect(await status('/assets/part-2.js')).toBe(200);
    await other.close();
  });

  test('reports that it has not been built', async () => {
    const other = await openTestApp({ features: [], webFolder: path.join(folder, 'missing') });
    const answer = await other.app.inject('/app');
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('npm run build')]);
    await other.close();
  });
});
