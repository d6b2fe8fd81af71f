import { build, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { mergeChunks, forbidChunkCycles } from './merge-chunks.ts';

/** Pages that share modules. Visitors can open /login.ts. */
const SOURCES: Record<string, string> = {
  '/start.ts': `import('/main.ts');`,
  '/main.ts': `import '/shell.ts'; for (const page of ['list', 'menu', 'login', 'journal', 'settings', 'photo']) console.log(page);
    import('/list.ts'); import('/menu.ts'); import('/login.ts'); import('/journal.ts'); import('/settings.ts'); import('/photo.ts');`,
  '/shell.ts': `console.log('shell');`,
  '/list.ts': `import '/shell.ts'; import '/chip.ts'; import '/sort.ts'; console.log('list');`,
  '/menu.ts': `import '/sort.ts'; import '/drawer.ts'; console.log('menu');`,
  '/login.ts': `import '/chip.ts'; import '/password.ts'; console.log('login');`,
  '/journal.ts': `import '/drawer.ts'; import '/date.ts'; import { stars } from '/parts.public.ts'; console.log('journal', stars);`,
  '/settings.ts': `import '/password.ts'; import '/date.ts'; console.log('settings');`,
  '/photo.ts': `import '/date.ts'; console.log('photo');`,
  '/chip.ts': `import '/shape.ts'; console.log('chip');`,
  '/shape.ts': `console.log('shape');`,
  '/sort.ts': `console.log('sort');`,
  '/drawer.ts': `console.log('drawer');`,
  '/password.ts': `console.log('password');`,
  '/date.ts': `console.log('date');`,
  '/parts.public.ts': `export { stars } from './stars.ts'; export { slides } from './slides.ts';`,
  '/stars.ts': `export const stars = Math.random();`,
  '/slides.ts': `import '/photo.ts'; export const slides = Math.random();`,
};

const GROUPS = mergeChunks({
  entry: '/start.ts',
  first: { first: ['/main.ts'], list: ['/list.ts'] },
  later: { later: ['/menu.ts'] },
  visitors: ['visitors'],
  areas: {
    visitors: { 'sign-in': /login/ },
    offline: { journal: /journal/ },
    online: { settings: /settings/ },
  },
});

async function filesOf(groups: Rolldown.CodeSplittingGroup[]): Promise<string[]> {
  const { output: files } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        resolveId: (id) => (id.replace(/^\./, '') in SOURCES ? id.replace(/^\./, '') : null),
        load: (id) => SOURCES[id] ?? null,
      },
      forbidChunkCycles(),
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: '/start.ts',
        treeshake: { moduleSideEffects: [{ test: /\.public\.ts$/, sideEffects: false }] },
        output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
      },
    },
  })) as Rolldown.RolldownOutput;
  return files
    .flatMap((file) => (file.type === 'chunk' ? [file.moduleIds.filter((id) => id in SOURCES)] : []))
    .filter((ids) => ids.length > 0)
    .map((ids) => ids.sort().join(' '))
    .sort();
}

describe('화면의 파일', () => {
  test('화면은 제 파일 하나와 앞선 파일들로 이루어진다', async () => {
    expect(await filesOf(GROUPS)).toEqual([
      '/chip.ts /shape.ts', // The list and visitors need them.
      '/date.ts', // Several areas, and a page without an area, need it.
      '/drawer.ts /menu.ts',
      '/journal.ts /stars.ts', // Not the other part of the barrel.
      '/list.ts /sort.ts',
      '/login.ts',
      '/main.ts /shell.ts',
      '/password.ts', // A page of visitors and an area need it.
      '/photo.ts',
      '/settings.ts',
      '/start.ts',
    ]);
  });

  test('묶지 않으면 함께 쓰는 것마다 파일이다', async () => {
    expect(await filesOf([])).toEqual(
      expect.arrayContaining(['/chip.ts /shape.ts', '/date.ts', '/drawer.ts', '/password.ts', '/sort.ts']),
    );
  });

  test('서로를 부르는 파일이 생기면 빌드가 멈춘다', async () => {
    const circle = filesOf([{ name: 'circle', test: /\/(?:list|shape)\.ts$/ }]);
    await expect(circle).rejects.toThrow('Circular imports between files');
  });
});
