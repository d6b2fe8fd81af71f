import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';
import { splitContracts, PURE_IN_CONTRACTS } from './split-contracts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const account = `${root}features/account/account.contract.ts`;

async function codeOf(page: string, { isSplit = true } = {}): Promise<string> {
  const entry = '\0page.ts';
  const output = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? entry : null),
        load: (id) => (id === entry ? page : null),
      },
      isSplit ? splitContracts() : [],
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: 'page',
        treeshake: isSplit ? { manualPureFunctions: PURE_IN_CONTRACTS } : true,
      },
    },
  })) as Rolldown.RolldownOutput;
  return output.output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}

const call = `import { getMe, PASSWORD_MINIMUM } from '${account}'; console.log(getMe.method, getMe.url, PASSWORD_MINIMUM);`;
const form = `import { SignInForm } from '${account}'; console.log(SignInForm.safeParse({}));`;

describe('브라우저로 가는 계약', () => {
  test('부르기만 하는 화면에는 zod가 오지 않는다', async () => {
    const code = await codeOf(call);
    expect(code).toContain('/api/me');
    expect(code).not.toContain('ZodObject');
    expect(code.length).toBeLessThan(2_000);
  });

  test('나누지 않으면 온다', async () => {
    expect(await codeOf(call, { isSplit: false })).toContain('ZodObject');
  });

  test('폼이 있는 화면에는 온다', async () => {
    const code = await codeOf(form);
    expect(code).toContain('ZodObject');
    expect(code).toContain('account.password_missing');
    expect(code).not.toContain('/api/me');
  });

  test('화면이 끝점의 스키마를 읽으면 빌드가 멈춘다', async () => {
    const page = `import { signIn } from '${account}'; console.log(signIn.schema.body);`;
    await expect(codeOf(page)).rejects.toThrow('Export the schema with a name');
  });
});
