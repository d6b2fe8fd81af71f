/**
 * A stream without an event for this number of milliseconds counts as silent. The time is longer than two heartbeats of
 * the server (15 s each).
 */
const SILENT_AFTER_MS = 35_000;
const REOPEN_AFTER = 60_000;

/**
 * Follows a stream of events, but only while the page is visible.
 * @param onLive called with true when an event arrives, and with false when the stream ends. It is not called when the
 * stream opens, because a proxy may hold events back
 * @param onNamed called with the data of named events
 * @param onLost called when the server has ended or refused the stream, or the connection was lost
 * @returns a function that closes the stream
 */
export function followEvents(
  url: string,
  {
    onEvent,
    onNamed,
    onLive,
    onLost,
  }: {
    onEvent: (data: string) => void;
    onNamed: Readonly<Record<string, (data: string) => void>>;
    onLive: (isLive: boolean) => void;
    onLost: () => void;
  },
): () => void {
  let source: EventSource | null = null;
  let silence: number | undefined;
  let reopening: number | undefined;

  const close = () => {
    source?.close();
    source = null;
    clearTimeout(silence);
    clearTimeout(reopening);
    onLive(false);
  };
  const open = () => {
    close();
    // A hidden page frees its connection. Without HTTP/2, a browser has six connections for all its tabs.
    if (document.visibilityState === 'hidden') return;
    source = new EventSource(url);
    source.addEventListener('message', ({ data }) => {
      clearTimeout(silence);
      silence = window.setTimeout(open, SILENT_AFTER_MS);
      onLive(true);
      onEvent(String(data));
    });
    for (const [name, onNext] of Object.entries(onNamed))
      source.addEventListener(name, ({ data }: MessageEvent) => onNext(String(data)));
    source.addEventListener('error', () => {
      onLive(false);
      onLost();
      // `CLOSED` means that the server has refused the stream. After any other error, the browser connects again
      // automatically.
      if (source?.readyState === EventSource.CLOSED) reopening = window.setTimeout(open, REOPEN_AFTER);
    });
  };
  document.addEventListener('visibilitychange', open);
  open();
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
}
