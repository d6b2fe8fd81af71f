import { ApiProblem, lostConnection } from '#web/api.ts';
import { tabStorage } from '#web/storage/browser-storage.ts';
import { isEditing } from '#web/form/editing.ts';

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
 * Whether a file of code did not load although the server can be reached (`fetchCode`): the server has a new version
 * without this file. Browsers report this only in the text of the error.
 */
export const isCodeRemoved = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script|Importing a module|preload CSS/i.test(error.message);

/** Whether the code did not load, in contrast to an error that the loaded code throws. */
export const isCodeUnavailable = (error: unknown): boolean =>
  isCodeRemoved(error) || (error instanceof ApiProblem && error.code.startsWith('network.'));

/**
 * Reloads the document if it needs a new one to load the code: the server has a new version, or the browser never
 * requests a file again after a failed request (Chrome before 156). Reloads once per missing file, because a second
 * reload could begin an endless loop.
 * @returns whether the document is reloaded
 */
export function reloadOnce(error: Error): boolean {
  const key = `reloaded-for ${error.message}`;
  if (!isCodeRemoved(error) || tabStorage.read(key) !== null || isEditing()) return false;
  tabStorage.write(key, 'yes');
  window.location.reload();
  return true;
}

const isServerReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MILLISECONDS) }).then(
    () => true,
    () => false,
  );
