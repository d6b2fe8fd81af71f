import { expect, test } from 'vitest';
import { purgeUnusedStyles } from './purge-unused-styles.ts';

const style = `
  :root { --star: var(--sun); --sun: gold; --never: red }
  [data-theme='dark'] { --sun: orange }
  b { font-weight: 700 }
  mark { color: red }
  .gone { color: red }
  .lg\\:w-1\\/2 { width: 50% }
  .\\[\\&\\>svg\\]\\:size-5 > svg { width: 20px }
  .moves { animation: turn 1s }
  .by-script { color: blue }
  @keyframes turn { to { rotate: 1turn } }
  @keyframes never { to { rotate: 1turn } }
  @property --scale-x { syntax: "*"; inherits: false; initial-value: 1 }
  @property --scale-y { syntax: "*"; inherits: false; initial-value: 1 }
  .scaled { scale: var(--scale-x) 1 }`;
const html = `<html data-theme="system"><b>3</b>
  <p class="lg:w-1/2 moves scaled [&amp;&gt;svg]:size-5"><svg fill="var(--star)"></svg></p></html>`;
const scripts = ['node.classList.add("by-script"),document.createElement("mark")'];

test('쪽이 쓰는 것은 남는다: 요소, 이름, 테마, 움직임, 그림에만 적힌 색, 스크립트가 붙이는 것', async () => {
  const used = await purgeUnusedStyles({ style, html, scripts });
  for (const part of [
    'b {',
    'mark {',
    '.lg\\:w-1\\/2',
    '.\\[\\&\\>svg\\]\\:size-5 > svg',
    "[data-theme='dark']",
    '@keyframes turn',
    '--star: var(--sun)',
    '--sun: gold',
    '.by-script',
    '@property --scale-x',
  ])
    expect(used).toContain(part);
});

test('쓰지 않는 것은 가지 않는다', async () => {
  const used = await purgeUnusedStyles({ style, html, scripts: [] });
  for (const part of ['.gone', 'mark', '.by-script', '--never', '@keyframes never', '--scale-y'])
    expect(used).not.toContain(part);
});
