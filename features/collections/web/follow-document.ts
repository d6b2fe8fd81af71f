import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { followEvents } from '#web/requests/event-source.ts';

/**
 * Number of milliseconds between two reads if no announcements arrive. If the document is unchanged, the server answers
 * with 304.
 */
export const POLLING = 5_000;
/**
 * Number of milliseconds between two reads while announcements arrive. Some changes are not announced, such as changed
 * names of people and the end of a membership.
 */
export const LIVE_POLLING = 60_000;

/**
 * Reads the document again after each announced change.
 * @param onNamed called with the data of named events, which come before the version
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
  const isOlderThan = (version: number) =>
    (queryClient.getQueryData<{ version: number }>(queryKey)?.version ?? 0) < version;
  const readAgain = () => queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
  return followEvents(url, {
    onLive,
    onNamed,
    // The stream may have ended because the right to read has ended. The read shows whether it has.
    onLost: readAgain,
    onEvent: async (data) => {
      const version = Number(data);
      if (isOlderThan(version)) await readAgain();
      // If a read was already running, it may have started before the change. Then one more read is needed.
      if (isOlderThan(version)) await readAgain();
    },
  });
}
