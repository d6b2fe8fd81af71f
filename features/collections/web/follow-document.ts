import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { followEvents } from '#web/event-source.ts';

/** Milliseconds between reads if no announcements arrive. An unchanged document is answered with 304. */
export const POLLING = 5_000;
/**
 * Milliseconds between reads while announcements arrive. Some changes are not announced, such as names of people and
 * the end of a membership.
 */
export const LIVE_POLLING = 60_000;

/**
 * @param onNamed called with the data of named events, which come before the version
 * @returns a function that stops following
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
    // The right to read may have ended.
    onLost: readAgain,
    onEvent: async (data) => {
      const version = Number(data);
      if (isOlderThan(version)) await readAgain();
      // If a read was already running, it may have started before the change.
      if (isOlderThan(version)) await readAgain();
    },
  });
}
