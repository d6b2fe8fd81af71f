/** The script counts as failed after this number of milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Returns a function that loads a script. Repeated calls load the script once; after a failure, the next call loads it
 * again.
 * The loaders of the services are not used, because they load only from fixed URLs, without a timeout, and only once.
 * The URL is a parameter of the returned function, because it may depend on settings that are loaded later. It must be
 * the same in every call.
 * @param whenReady resolves when the script has initialised its API. It is called before the script is loaded
 * @throws Error if the script does not load, is rejected, or has not initialised after ten seconds
 */
export function createScriptLoader(whenReady: (script: HTMLScriptElement) => Promise<unknown>) {
  let running: Promise<void> | null = null;
  return (url: string, { integrity = '' }: { integrity?: string } = {}): Promise<void> => {
    running ??= load({ url, integrity, whenReady }).catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}

function load({
  url,
  integrity,
  whenReady,
}: {
  url: string;
  /** The value of the attribute `integrity` in HTML. An empty text disables the check. */
  integrity: string;
  whenReady: (script: HTMLScriptElement) => Promise<unknown>;
}): Promise<void> {
  const script = document.createElement('script');
  const host = new URL(url, window.location.href).host;
  return new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      script.remove();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new Error(`The script from ${host} did not run in time.`)),
      TIMEOUT_MS,
    );
    script.addEventListener('error', () => fail(new Error(`The script from ${host} did not load.`)));
    void whenReady(script).then(
      () => {
        clearTimeout(timer);
        resolve();
      },
      (error: unknown) => fail(error instanceof Error ? error : new Error(String(error))),
    );
    if (integrity) {
      script.integrity = integrity;
      // Browsers verify `integrity` only if `crossOrigin` is set.
      script.crossOrigin = 'anonymous';
    }
    script.src = url;
    script.async = true;
    document.head.append(script);
  });
}
