import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { browserSupport, missingFeatures, POLYFILLED } from './browser-support.ts';

const inScript = (code: string) =>
  missingFeatures({ scripts: { 'a.js': code } }).map(({ feature }) => feature);
const inStyle = (style: string) =>
  missingFeatures({ styles: { 'a.css': style } }).map(({ feature }) => feature);

describe('지원하는 가장 오래된 브라우저에 없는 기능', () => {
  test.each([
    ['Map.groupBy', 'Map.groupBy(list, (one) => one.day)'],
    ['URL.canParse', 'URL.canParse(text)'],
    ['.toSorted()', 'list.toSorted()'],
    ['.toSpliced()', 'list.toSpliced(0, 1)'],
    ['.toWellFormed()', 'text.toWellFormed()'],
    ['AbortSignal.any', 'AbortSignal.any([one, other])'],
    ['Promise.withResolvers', 'Promise.withResolvers()'],
    ['new URLPattern', 'new URLPattern({})'],
  ])('스크립트의 %s를 찾는다', (feature, code) => {
    expect(inScript(code)).toEqual([feature]);
  });

  test.each([
    [':has', 'body:has(p) { color: red }'],
    ['@starting-style', '@starting-style { p { color: red } }'],
    ['color-mix()', 'p { color: color-mix(in srgb, red, blue) }'],
    ['light-dark()', 'p { color: light-dark(red, blue) }'],
    ['field-sizing', 'p { field-sizing: content }'],
  ])('스타일의 %s를 찾는다', (feature, style) => {
    expect(inStyle(style)).toContain(feature);
  });

  test('어느 브라우저인지 알려 준다', () => {
    expect(missingFeatures({ scripts: { 'a.js': 'text.toWellFormed()' } })).toEqual([
      { feature: '.toWellFormed()', browsers: ['chrome 109', 'firefox 115'], place: 'a.js' },
    ]);
  });

  test.each([
    'if (typeof URL.canParse === "function") URL.canParse(text)',
    'if ("toSorted" in []) list.toSorted()',
    'text.toWellFormed?.()',
    'list.map(one).filter(other).at(-1); structuredClone(list)',
    'class Cart { take() {} } cart.take(1)',
  ])('확인하고 쓰거나 다 있는 것은 괜찮다: %s', (code) => {
    expect(inScript(code)).toEqual([]);
  });

  test.each([
    '@supports selector(:has(a)) { body:has(p) { color: red } }',
    '.has-\\:has { color: red } .a::after { content: ":has(p)" }',
    'p { color: red; display: grid; height: 1dvh }',
  ])('확인하고 쓰거나 다 있는 스타일은 괜찮다: %s', (style) => {
    expect(inStyle(style)).toEqual([]);
  });

  test.each([
    ['Map.groupBy', 'console.log(Map.groupBy([], String))'],
    ['URL.canParse', 'console.log(URL.canParse(location.href))'],
    ['.toSorted()', 'console.log([...location.href].toSorted())'],
    ['AbortSignal.any', 'console.log(AbortSignal.any([]))'],
    [':has', "import '/page.css'; console.log(1)"],
  ])('빌드가 %s 때문에 멈춘다', async (feature, code) => {
    await expect(built({ code })).rejects.toThrow(feature);
  });

  test('폴리필이 있는 것은 빌드가 된다', async () => {
    const code = 'console.log(Map.groupBy([], String), URL.canParse(location.href), [1].toSorted())';
    await expect(built({ code, polyfilled: POLYFILLED })).resolves.toBeDefined();
  });

  test('페이지의 폴리필은 워커에 없어서, 워커도 없는 기능을 확인해야 빌드가 된다', async () => {
    const code = "new Worker(new URL('./worker.js', import.meta.url))";
    const worker = 'postMessage(URL.canParse(location.href))';
    const check = "if (!('canParse' in URL)) importScripts('/polyfills.js');";
    await expect(built({ code, worker, polyfilled: POLYFILLED })).rejects.toThrow('URL.canParse');
    await expect(built({ code, worker: check + worker, polyfilled: POLYFILLED })).resolves.toBeDefined();
  });
});

/**
 * Creates the output of a build.
 * @param worker a script that the code may start as a worker
 */
const built = ({
  code,
  worker = '',
  polyfilled = [],
}: {
  code: string;
  worker?: string;
  polyfilled?: readonly string[];
}) => {
  const files: Record<string, string> = {
    '/page.js': code,
    '/page.css': 'body:has(p) { color: red }',
    '/worker.js': worker,
  };
  const virtualFiles = {
    name: 'files',
    enforce: 'pre' as const,
    resolveId: (id: string) => (id in files ? id : null),
    load: (id: string) => files[id] ?? null,
  };
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [virtualFiles, browserSupport({ polyfilled })],
    worker: { plugins: () => [virtualFiles] },
    build: { write: false, rolldownOptions: { input: '/page.js' } },
  });
};
