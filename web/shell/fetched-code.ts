import { ApiProblem, lostConnection } from '#web/api.ts';

const PROBE_MILLISECONDS = 5_000;

/**
 * Loads code.
 * @throws ApiProblem `network.*` if the server cannot be reached. If the server can be reached but has a new version
 * without this file, the browser's error is thrown
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw (await isServerReachable()) ? error : lostConnection();
  }
}

/**
 * Loads a module, also after its file could not be loaded before. Chrome 153 never requests such a file again,
 * Chrome 156 does.
 * With a fragment, the address counts as another file. Safari's error does not name the file, so the module is missing
 * until the page is loaded again.
 *
 * @param name an export of the module. A file contains several modules (`codeGroups` in vite.config.ts), and the module is
 *   found by this export
 */
export const importAgain = <Module extends object>(
  load: () => Promise<Module>,
  name: keyof Module,
): Promise<Module> =>
  load()
    .catch(load)
    .catch(async (error: Error) => {
      const file = await import(/* @vite-ignore */ `${/http.*js/.exec(error.message)![0]}#${Date.now()}`);
      return [file, ...Object.values(file)].find((exported) => name in Object(exported));
    });

/** Whether the server no longer has the file of this version. */
export const isCodeRemoved = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script|Importing a module|preload CSS/i.test(error.message);

/** Whether the code did not load. For an error that the loaded code throws, the result is false. */
export const isCodeUnavailable = (error: unknown): boolean =>
  isCodeRemoved(error) || (error instanceof ApiProblem && error.code.startsWith('network.'));

const isServerReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MILLISECONDS) }).then(
    () => true,
    () => false,
  );
