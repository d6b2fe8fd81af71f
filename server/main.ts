/**
 * The server process. It loads serve.ts while the embedded database starts.
 * `npm run build` bundles this file as dist/server/main.js, which `npm start` imports (tools/serve.mjs).
 * The import resolves when the server listens.
 */
import type { FastifyBaseLogger } from 'fastify';
import path from 'node:path';
import {
  checkSettings,
  nonEmptyValues,
  loadSettings,
  type Settings,
  SettingsError,
  SHUTDOWN_TIMEOUT_SECONDS,
} from './config.ts';
import { checkFileSystem, prepareDataFolder } from './data-folder.ts';
import { connectConfigured } from './database/connect-configured.ts';
import { createLogger } from './http/log.ts';
import { type HeldPort, holdPortFrom } from './listening-port.ts';

/**
 * A second signal within these milliseconds is ignored. Ctrl-C reaches this process twice: from the terminal and from
 * the parent process.
 */
const DUPLICATE_SIGNAL_MS = 2_000;

await checkFileSystemOrExit();
const { settings, held } = await settingsWithHeldPort();
try {
  prepareDataFolder(settings.DATA_DIR);
} catch (error) {
  exitWithError((error as Error).message);
}
const logger = createLogger(settings);
const stopRequested = shutdownRequested(logger);

const launched = Promise.withResolvers<void>();
const connected = connectConfigured({ settings, log: logger, onLaunched: launched.resolve });
// Loading serve.ts blocks this thread. Therefore it is loaded after the database process has been launched.
// If the connection fails, `openServer` reports the error.
await Promise.race([launched.promise, connected]).catch(() => {});
const { openServer } = await import('./serve.ts');
const server = await openServer({ settings, held, logger, connected, exitWithError });
logger.info({ url: settings.BASE_URL, ms: Math.round(process.uptime() * 1000) }, 'listening');
process.send?.({ listening: settings.BASE_URL });
export const url = settings.BASE_URL;
if (settings.NODE_ENV === 'production') await server.reportMissing();
void stopRequested.then(async () => {
  setTimeout(killProcess, (SHUTDOWN_TIMEOUT_SECONDS + settings.SHUTDOWN_DELAY_SECONDS) * 1000).unref();
  await server.close();
  logger.info('stopped');
  if (process.connected) process.disconnect();
});

/**
 * Returns the settings with a held port. If the port is taken, the next free port is used. If PORT is set explicitly,
 * the port must be free.
 */
async function settingsWithHeldPort(): Promise<{ settings: Settings; held: HeldPort | null }> {
  const wanted = loadSettingsOrExit(process.env);
  const held = await holdPortFrom({ host: wanted.HOST, wanted: wanted.PORT }).catch((error: Error) =>
    exitWithError(`Cannot listen on HOST=${wanted.HOST}: ${error.message}.`),
  );
  const port = held?.port ?? null;
  if (port === wanted.PORT) return { settings: wanted, held };
  const isSet = nonEmptyValues(process.env).PORT !== undefined;
  if (port === null || (isSet && wanted.PORT !== 0)) {
    const offer = port === null ? 'another one' : `another one, such as ${port}, which is free`;
    exitWithError(`Port ${wanted.PORT} is taken by another program. Set PORT to ${offer}.`);
  }
  if (wanted.PORT !== 0) console.error(`Port ${wanted.PORT} is taken by another program; using ${port}.`);
  return { settings: loadSettingsOrExit({ ...process.env, PORT: String(port) }), held };
}

function loadSettingsOrExit(environment: NodeJS.ProcessEnv): Settings {
  try {
    return loadSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) exitWithError(error.message);
    throw error;
  }
}

/** Later calls for DATA_DIR block the process, so a file system that does not answer must be reported before them. */
async function checkFileSystemOrExit(): Promise<void> {
  try {
    await checkFileSystem(path.resolve(checkSettings(process.env).DATA_DIR));
  } catch (error) {
    if (error instanceof SettingsError) exitWithError(error.message);
    console.error(`The server cannot start. ${(error as Error).message}`);
    // `process.exit` would wait for the call that does not end.
    killProcess();
  }
}

/** Prints the sentence without a stack trace and exits. */
function exitWithError(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** Ends the process at once. `process.exit` would wait for writes to standard output, even if its reader has exited. */
function killProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Resolves on SIGINT, SIGTERM or SIGHUP, or when the parent process has ended.
 * A second signal ends the process at once.
 */
function shutdownRequested(log: FastifyBaseLogger): Promise<void> {
  return new Promise((resolve) => {
    let requestedAt: number | null = null;
    const requestStop = (reason: string) => {
      if (requestedAt !== null) {
        if (Date.now() - requestedAt > DUPLICATE_SIGNAL_MS) killProcess();
        return;
      }
      requestedAt = Date.now();
      log.info({ reason }, 'stopping');
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => requestStop(signal));
    process.once('disconnect', () => {
      if (requestedAt === null) requestStop('the parent process ended');
    });
  });
}
