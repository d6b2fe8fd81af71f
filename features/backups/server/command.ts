import { SettingsError } from '#server/config.ts';

/** The log of a command. It writes to standard error, because standard output contains only the result. */
export const commandLog = { info: console.error, warn: console.error };

/**
 * Runs a command. The exit code is 0 for success, 1 for a failure, and 2 for wrong use or settings.
 * @param work returns the sentence to print. Throws a TypeError for wrong use, as `parseArgs` does
 */
export async function runCommand(usage: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work());
  } catch (error) {
    const isWrongUse = error instanceof TypeError;
    console.error(isWrongUse ? `${error.message}\nUsage: ${usage}` : sentenceOf(error));
    process.exitCode = isWrongUse || error instanceof SettingsError ? 2 : 1;
  }
}

/** Returns the message of an error with the message of its cause. An AggregateError has no message of its own. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return sentenceOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : sentenceOf(error.cause);
  return error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
}
