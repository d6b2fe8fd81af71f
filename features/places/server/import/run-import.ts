import { Console } from 'node:console';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatNumber } from '#common/numbers.ts';
import { type Environment, loadSettings, type Settings } from '#server/config.ts';
import { diskReserveOf } from '#server/http/disk-reserve.ts';
import { openConfiguredDatabase } from '#server/database/configured-database.ts';
import { type FileImport, type FileOutcome, type FileProgress, tryFile } from './import-file.ts';
import { importIntoIndex } from './import-into-index.ts';
import { type Progress, progressOn } from './import-progress.ts';
import { NotARegister } from './register-chunks.ts';

const USAGE = 'Usage: npm run places:import -- FILE… [--dry-run] [--report FILE]';

/** The streams and the environment of the command. */
type Host = {
  environment: Environment;
  /** Interrupts the import. */
  signal: AbortSignal;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
};

type Options = { files: string[]; isDry: boolean; isRebuild: boolean; reportFile: string | undefined };
type Command = Options & Pick<Host, 'environment' | 'signal'> & { console: Console; progress: Progress };

/** Runs the command of import-places.ts and returns its exit code. */
export async function runImport({
  args,
  environment,
  signal,
  stdout,
  stderr,
}: Host & { args: readonly string[] }): Promise<number> {
  const console = new Console(stdout, stderr);
  const progress = progressOn(stderr);
  const wrongUse = (sentence: string) => {
    console.error(sentence);
    return 2;
  };
  const options = readOptions(args);
  if (typeof options === 'string') return wrongUse(options);
  for (const file of options.files) {
    const isReadable = await access(file, constants.R_OK).then(
      () => true,
      () => false,
    );
    if (!isReadable) return wrongUse(`${file} cannot be read.`);
  }
  const command = { ...options, environment, signal, console, progress };
  try {
    if (command.isDry) await tryAll(command);
    else await importAll(command);
    return 0;
  } catch (error) {
    progress.pause();
    if (signal.aborted) {
      console.error('Interrupted. Nothing was stored. Run the same command again.');
      return 130;
    }
    console.error(
      error instanceof NotARegister ? error.message : `The import failed: ${(error as Error).message}`,
    );
    return error instanceof NotARegister ? 2 : 1;
  }
}

function readOptions(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        rebuild: { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
    if (positionals.length === 0 && !values.rebuild) return USAGE;
    if (values.report !== undefined && positionals.length > 1) return '--report works with one file only.';
    return {
      files: positionals,
      isDry: values['dry-run'],
      isRebuild: values.rebuild,
      reportFile: values.report,
    };
  } catch (error) {
    return `${(error as Error).message}\n${USAGE}`;
  }
}

async function tryAll(command: Command): Promise<void> {
  for (const file of command.files) {
    const outcome = await named(file, () => tryFile(fileImport(command, file)));
    command.progress.pause();
    command.console.log(`${file}: ${summaryOf(outcome)}. Nothing was stored.`);
  }
}

async function importAll(command: Command): Promise<void> {
  const settings = loadSettings(command.environment);
  const report = (message: string) => command.console.error(message);
  await refuseFullDisk(settings);
  const database = await openConfiguredDatabase({
    settings,
    log: { info: report, warn: report },
  });
  try {
    await importIntoIndex({
      connectionString: database.connectionString,
      isRebuild: command.isRebuild,
      onProgress: ({ step, done, total }) =>
        command.progress.show({
          title: step === 'indexes' ? 'Search indexes' : 'Search columns',
          share: total === 0 ? 1 : done / total,
          detail: `${count(done)} of ${count(total)}`,
        }),
      work: async (importFile) => {
        for (const file of command.files) await importOne({ command, importFile, file });
      },
    });
    command.progress.pause();
    if (command.isRebuild) command.console.log('The search columns of all places are up to date.');
  } finally {
    await database.close();
  }
}

/**
 * Throws an error if the free space on the disk is less than the reserve. Only an embedded database is on this
 * machine's disk, in DATA_DIR.
 */
async function refuseFullDisk(settings: Settings): Promise<void> {
  if (settings.DATABASE_URL) return;
  const { reserveMegabytes, freeMegabytes } = diskReserveOf(settings);
  const free = await freeMegabytes();
  if (free !== null && free < reserveMegabytes)
    throw new Error(
      `${free} MB are free on the volume of DATA_DIR, less than DISK_RESERVE_MEGABYTES (${reserveMegabytes}); nothing was imported`,
    );
}

async function importOne({
  command,
  importFile,
  file,
}: {
  command: Command;
  importFile: (options: FileImport) => Promise<FileOutcome>;
  file: string;
}): Promise<void> {
  const { console, progress } = command;
  const began = performance.now();
  const outcome = await named(file, () => importFile(fileImport(command, file)));
  progress.pause();
  const { rows } = outcome;
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${file}: ${summaryOf(outcome)}; ${count(outcome.added)} places are new, ${count(outcome.changed)} changed. ` +
      `${count(rows)} rows in ${seconds.toFixed(1)} s, ${count(Math.round(rows / seconds))} a second.`,
  );
}

function fileImport({ reportFile, signal, progress }: Command, file: string) {
  return {
    file,
    reportFile: reportFile ?? path.resolve(`${file}.report.csv`),
    signal,
    onProgress: ({ bytesRead, bytes, rowsDone }: FileProgress) =>
      progress.show({
        title: path.basename(file),
        share: bytes === 0 ? 1 : bytesRead / bytes,
        detail: `${count(rowsDone)} rows`,
      }),
  };
}

/** Runs `work`. If the file is not a register, the file name is added to the error. */
async function named<T>(file: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error) => {
    throw error instanceof NotARegister
      ? new NotARegister(`${file} is not a licence register: ${error.message}.`)
      : error;
  });
}

function summaryOf({ rows, refused, repeated, withoutPoint, unreadable, reportFile }: FileOutcome): string {
  return (
    `${count(rows)} rows, ${count(refused)} rejected, ${count(repeated)} repeated, ` +
    `${count(withoutPoint)} without a point, ${count(unreadable)} with unreadable characters ` +
    `(listed in ${reportFile})`
  );
}

function count(number: number): string {
  return formatNumber(number, 'en');
}
