import { build, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { mergeChunks, forbidChunkCycles } from './merge-chunks.ts';

/**
 * Sources whose pages share modules. By default, a bundler creates one file for each set of pages that share modules.
 */
const SOURCES: Record<string, string> = {
  '/first.ts': `import('/list.ts'); import('/settings.ts'); import('/journal.ts'); import { shell } from '/shell.ts'; shell();`,
  '/shell.ts': `export const shell = () => console.log('shell');`,
  '/list.ts': `import { shell } from '/shell.ts'; import { chip } from '/chip.ts'; import { star } from '/star.ts'; import { sort } from '/sort.ts'; shell(); chip(); star(); sort(); export const page = 'list';`,
  '/settings.ts': `import { chip } from '/chip.ts'; chip(); export const page = 'settings';`,
  '/journal.ts': `import { star } from '/star.ts'; star(); export const page = 'journal';`,
  '/chip.ts': `import { star } from '/star.ts'; export const chip = () => star();`,
  '/star.ts': `import { shape } from '/shape.ts'; export const star = () => shape();`,
  '/shape.ts': `export const shape = () => console.log('shape');`,
  '/sort.ts': `export const sort = () => console.log('sort');`,
};

async function filesOf(groups: Rolldown.CodeSplittingGroup[]): Promise<string[]> {
  const { output: files } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        resolveId: (id) => (id in SOURCES ? id : null),
        load: (id) => SOURCES[id] ?? null,
      },
      forbidChunkCycles(),
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: '/first.ts',
        output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
      },
    },
  })) as Rolldown.RolldownOutput;
  return files
    .flatMap((file) => (file.type === 'chunk' ? [file.moduleIds.filter((id) => id in SOURCES)] : []))
    .filter((ids) => ids.length > 0)
    .map((ids) => ids.sort().join(' '));
}

describe('화면의 파일', () => {
  test('다른 화면과 함께 쓰는 것은 한 파일이다', async () => {
    const files = await filesOf(
      mergeChunks({ entry: '/first.ts', first: '/first.ts', pages: { list: '/list.ts' } }),
    );
    expect(files).toContain('/chip.ts /shape.ts /star.ts');
    expect(files).toContain('/list.ts /sort.ts');
  });

  test('묶지 않으면 함께 쓰는 것마다 파일이다', async () => {
    const files = await filesOf([]);
    expect(files).toEqual(expect.arrayContaining(['/chip.ts', '/shape.ts /star.ts']));
  });

  test('서로를 부르는 파일이 생기면 빌드가 멈춘다', async () => {
    const circle = filesOf([{ name: 'circle', test: /\/(?:chip|shape)\.ts$/ }]);
    await expect(circle).rejects.toThrow('Circular imports between files');
  });
});
