import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { followEvents } from '#web/requests/event-source.ts';

/**
 * Milliseconds between two reads if no announcements arrive. If the document is unchanged, the server answers with 304.
 */
export const POLLING_MILLISECONDS = 5_000;
/**
 * Milliseconds between two reads while announcements arrive. Some changes are not announced, such as changed names of
 * people and the end of a membership.
 */
export const LIVE_POLLING_MILLISECONDS = 60_000;

/**
 * Reads the document again after each announced change.
 * @param onNamed called with the data of named events. The server sends the named event of a change before its version
 * @param onLive called when announcements begin or stop arriving
 * @returns a function that ends the announcements
 */
export function followDocument(
  queryClient: QueryClient,
  {
    url,
    queryKey,
    onNamed,
    onLive,
  }: {
    url: string;
    queryKey: QueryKey;
    onNamed: Readonly<Record<string, (data: string) => void>>;
    onLive: (isLive: boolean) => void;
  },
): () => void {
  const versionOnScreen = () => queryClient.getQueryData<{ version: number }>(queryKey)?.version ?? 0;
  // A read that is already running is not repeated.
  const readAgain = () => queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  return followEvents(url, {
    onLive,
    onNamed,
    // The stream may have ended because the member may no longer read the document. The read shows whether this is so.
    onLost: readAgain,
    onEvent: async (announced) => {
      const version = Number(announced);
      if (versionOnScreen() < version) await readAgain();
      // A read that was already running may have started before the change. Then one more read is needed.
      if (versionOnScreen() < version) await readAgain();
    },
  });
}
