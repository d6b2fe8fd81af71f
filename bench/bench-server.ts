import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { sessionCookieFor } from '#features/account/sessions/server/session-cookie.ts';
import { loadSettings } from '#server/config.ts';

const SECRET = 'signs the cookies of benchmarks alone';

export type BenchServer = { pid: number; port: number; stop: () => Promise<void> };

const product = 'dist/server/main.js';

/**
 * Starts the built product in production mode, or the script of a baseline server. The process is pinned to one core.
 */
export async function startServer({
  script = product,
  connectionString,
  core,
  environment = {},
}: {
  script?: string;
  connectionString: string;
  core?: number;
  environment?: Record<string, string>;
}): Promise<BenchServer> {
  // This command builds the product if its sources have changed.
  if (script === product)
    execFileSync(process.execPath, ['tools/start.mjs', '--setup'], { stdio: 'inherit' });
  const child: ChildProcess = fork(script, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      INSECURE_BASE_URL: 'allowed',
      PORT: '0',
      DATABASE_URL: connectionString,
      DATA_DIR: 'data/bench/server',
      AUTH_SECRET: SECRET,
      LOG_LEVEL: 'info',
      REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000000',
      REQUESTS_PER_MINUTE_BY_ACCOUNT: '1000000000',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--enable-source-maps'],
    ...(core !== undefined && {
      execPath: 'taskset',
      execArgv: ['-c', String(core), process.execPath, '--enable-source-maps'],
    }),
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message) =>
      resolve(Number(new URL((message as { listening: string }).listening).port)),
    );
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}.`)));
  });
  return {
    pid: child.pid ?? 0,
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const cookie = sessionCookieFor(loadSettings({ AUTH_SECRET: SECRET }));

/** Returns the Cookie header of a stored session. */
export const cookieOfSession = (token: string): string =>
  cookie.write({ token, maxAgeMs: 60_000 }).split(';')[0] ?? '';
