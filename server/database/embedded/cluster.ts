import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chown, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ifMissing } from '#server/files/if-missing.ts';
import { type PostgresBinaries, postgresEnvironment, type RunAs } from './binaries.ts';

export type LauncherLog = { info: (message: string) => void; warn: (message: string) => void };

export type Cluster = {
  /** The absolute path of the cluster, without symbolic links. */
  clusterFolder: string;
  runAs: RunAs | null;
  binaries: PostgresBinaries;
  settings: Record<string, string>;
  log: LauncherLog;
  /** Called when a server has been launched, before this process connects to it. It may be called more than once. */
  onLaunched: () => void;
};

export const superuser = 'postgres';

const passwordFile = 'momokzi-password';

/**
 * The user `nobody`. initdb requires a user with a name. `nobody` has a name on every common Linux and owns no files.
 */
const nobody = { uid: 65534, gid: 65534 };

/**
 * Returns the operating system user that runs the database.
 * If this process is not root, returns null: the database then runs as the user of this process.
 * For root, returns the owner of the existing cluster. If there is no cluster or root owns it, returns `nobody`.
 * @throws on systems where root cannot switch the user
 */
export async function selectOsUser(clusterFolder: string): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') {
    throw new Error('PostgreSQL does not run as root. Start as an ordinary user, or set DATABASE_URL.');
  }
  const found = await lstat(clusterFolder).catch(ifMissing(null));
  const isOthers = found && found.uid !== 0 && (await readdir(clusterFolder)).length > 0;
  return isOthers ? { uid: found.uid, gid: found.gid } : nobody;
}

/**
 * Returns the path by which the database user opens the cluster folder. The user may lack permission for the parent
 * folders (for example a checkout below /root, mode 0700). The path of the working directory needs no permission for
 * the parent folders.
 */
export function clusterPathFor({
  clusterFolder,
  runAs,
}: {
  clusterFolder: string;
  runAs: RunAs | null;
}): string {
  return runAs ? '/proc/self/cwd' : clusterFolder;
}

export async function rejectForeignDirectory({ clusterFolder, binaries }: Cluster): Promise<void> {
  let files: string[];
  try {
    files = await readdir(clusterFolder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code === 'EACCES') {
      throw new Error(
        `The database in ${clusterFolder} belongs to another user, perhaps because the product was started as ` +
          'root before. Start it as that user again, make yourself the owner of the folder with chown -R, or set DATA_DIR ' +
          'to another folder.',
        { cause: error },
      );
    }
    throw error;
  }
  if (files.length === 0) return;
  if (!files.includes('PG_VERSION')) {
    throw new Error(
      `${clusterFolder} holds files but no PostgreSQL database. Move the files away, or set DATA_DIR to another folder.`,
    );
  }
  const major = Number.parseInt(await readFile(path.join(clusterFolder, 'PG_VERSION'), 'utf8'), 10);
  if (major !== binaries.major) {
    throw new Error(
      `The database in ${clusterFolder} was made by PostgreSQL ${major}, but this release includes PostgreSQL ` +
        `${binaries.major}, which cannot read it. Nothing was changed. Either go back to the release that made it; ` +
        `or run a PostgreSQL ${major} of your own on that folder and set DATABASE_URL to it; or copy the data with ` +
        `that server's pg_dump, move the folder away, start once, and load the copy with psql.`,
    );
  }
}

/**
 * Creates the cluster in a temporary folder and renames the folder when it is complete. A killed process therefore
 * leaves no incomplete folder under the name of the cluster.
 * If two processes start at the same time, the first rename succeeds and the other process uses its result.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  const { clusterFolder, runAs, log } = cluster;
  await removeUnfinished(clusterFolder);
  if ((await readdir(clusterFolder).catch(ifMissing([]))).length > 0) return;

  log.info('Creating the database (first start only).');
  const unfinished = `${clusterFolder}.unfinished-${process.pid}-${randomBytes(4).toString('hex')}`;
  const password = `${unfinished}.password`;
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  try {
    if (runAs) {
      await chown(unfinished, runAs.uid, runAs.gid);
      await chown(password, runAs.uid, runAs.gid);
    }
    await initdb({ cluster, folder: unfinished, password });
    await rename(password, path.join(unfinished, passwordFile));
    await rename(unfinished, clusterFolder).catch(async (error) => {
      const otherWasFaster = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code);
      if (!otherWasFaster || !(await readdir(clusterFolder)).includes('PG_VERSION')) throw error;
    });
    await flushFolder(path.dirname(clusterFolder));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await rm(password, { force: true });
  }
}

async function initdb({
  cluster: { binaries, runAs },
  folder,
  password,
}: {
  cluster: Cluster;
  folder: string;
  password: string;
}): Promise<void> {
  const command = [
    ...(runAs || hasName() ? [] : runInUserNamespace),
    binaries.initdb,
    '-D',
    clusterPathFor({ clusterFolder: folder, runAs }),
    '-U',
    superuser,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    `--pwfile=${process.platform === 'win32' ? password : '/dev/stdin'}`,
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const [program = '', ...args] = command;
  // The password is passed as standard input, because the database user may be unable to open the password file.
  const input = openSync(password, 'r');
  const child = spawn(program, args, {
    ...runAs,
    cwd: folder,
    env: postgresEnvironment,
    stdio: [input, 'pipe', 'pipe'],
  });
  closeSync(input);
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const succeeded = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
  if (succeeded) return;
  if (!runAs && !hasName()) {
    throw new Error(
      `PostgreSQL cannot make its folder for user id ${process.getuid?.()}, which has no name on this system. ` +
        `Start as a user that /etc/passwd names, or set DATABASE_URL.\n${output}`,
    );
  }
  throw new Error(`PostgreSQL could not create its data folder.\n${output}`);
}

/**
 * Command that gives a user a name. initdb requires that its user has a name, so a user without a name runs as `nobody`
 * in a user namespace.
 * Outside the namespace, the files belong to the real user.
 */
const runInUserNamespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];

function hasName(): boolean {
  try {
    return os.userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Removes folders whose creator no longer exists. The name of each folder contains the creator's process id. */
async function removeUnfinished(clusterFolder: string): Promise<void> {
  const beginning = `${path.basename(clusterFolder)}.unfinished-`;
  const parent = path.dirname(clusterFolder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(beginning)) continue;
    const pid = Number.parseInt(name.slice(beginning.length), 10);
    if (isAlive(pid)) continue;
    // An initdb whose parent was killed may still be writing to the folder. The next start removes the remaining files.
    await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Reads the password for TCP connections. Connections by the socket need no password, because only the owner of the
 * socket can reach it.
 */
export function readPassword(clusterFolder: string): Promise<string> {
  return readFile(path.join(clusterFolder, passwordFile), 'utf8');
}
