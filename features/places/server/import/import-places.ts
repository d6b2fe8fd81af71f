/**
 * `npm run places:import -- FILE… [--dry-run] [--report FILE]`: updates the built-in index of places from files of the
 * Ministry's licence register. `npm run places:reindex` computes the columns of the search again.
 *
 * Exit codes: 0 if all files were imported (rejected rows are listed in the report), 1 if the import failed, 2 if the
 * command is invalid or a file is not a register, 130 if it was interrupted. After 1, 2 and 130, nothing was stored.
 */
import { runImport } from './run-import.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // At the second interrupt, the process exits immediately.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort(new Error('interrupted'));
  });

process.exitCode = await runImport({
  args: process.argv.slice(2),
  environment: process.env,
  signal: interruption.signal,
  stdout: process.stdout,
  stderr: process.stderr,
});
