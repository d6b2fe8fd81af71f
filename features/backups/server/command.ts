import { SettingsError } from '#server/config.ts';

/** Standard output contains only the result. */
export const commandLog = { info: console.error, warn: console.error };

/**
 * Exit codes: 0 done, 1 failed, 2 wrong use or settings.
 * @param work returns the sentence to print; throws a TypeError for wrong use, as `parseArgs` does
 */
export async function runCommand(usage: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work());
  } catch (error) {
    const isWrongUse = error instanceof TypeError;
    console.error(isWrongUse ? `${error.message}\nUsage: ${usage}` : (error as Error).message);
    process.exitCode = isWrongUse || error instanceof SettingsError ? 2 : 1;
  }
}
