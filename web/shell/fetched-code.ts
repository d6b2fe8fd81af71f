import { ApiProblem, lostConnection } from '#web/api.ts';

const PROBE_MILLISECONDS = 5_000;

/**
 * @throws ApiProblem `network.*` if the server cannot be reached; otherwise the browser's error,
 * because the server has a new version without this file
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    throw (await isServerReachable()) ? error : lostConnection();
  }
}

/** The server has no file of this version any more. */
export const isCodeRemoved = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script|Importing a module|preload CSS/i.test(error.message);

/** The error comes from `fetchCode`, not from the loaded code. */
export const isCodeUnavailable = (error: unknown): boolean =>
  isCodeRemoved(error) || (error instanceof ApiProblem && error.code.startsWith('network.'));

const isServerReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MILLISECONDS) }).then(
    () => true,
    () => false,
  );
