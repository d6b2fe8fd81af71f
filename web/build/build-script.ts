import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { BUILD_TARGET } from './browser-support.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds one script in a build of its own, without code of the screens. Everything that the entry imports is in it.
 * @param entry path from the root of the repository
 */
export async function buildScript(
  entry: string,
  {
    target = BUILD_TARGET,
    format = 'es',
    ...config
  }: Pick<InlineConfig, 'plugins' | 'define'> & { target?: string | string[]; format?: 'es' | 'iife' } = {},
): Promise<{ code: string; assets: Rolldown.OutputAsset[] }> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ...config,
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: `${root}${entry}`, output: { format } },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk, ...others] = output.filter((one) => one.type === 'chunk');
  if (!chunk || others.length > 0) throw new Error(`buildScript: expected one script from ${entry}`);
  return { code: chunk.code, assets: output.filter((one) => one.type === 'asset') };
}
