/** The script counts as failed after this number of milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Returns a function that loads a script. Repeated calls load the script once; after a failure, the next call loads it
 * again.
 * The loaders of the services are not used, because they load only from fixed URLs, without a timeout, and only once.
 * @param ready resolves when the script has initialised its API. It is called before the script is loaded
 * @throws Error if the script does not load, is rejected, or has not initialised after ten seconds
 */
export function vendorScript(ready: (script: HTMLScriptElement) => Promise<unknown>) {
  let running: Promise<void> | null = null;
  return (url: string, { integrity = '' }: { integrity?: string } = {}): Promise<void> => {
    running ??= run({ url, integrity, ready }).catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}

function run({
  url,
  integrity,
  ready,
}: {
  url: string;
  /** The value of the attribute `integrity` in HTML. An empty text disables the check. */
  integrity: string;
  ready: (script: HTMLScriptElement) => Promise<unknown>;
}): Promise<void> {
  const script = document.createElement('script');
  const host = new URL(url, window.location.href).host;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      script.remove();
      reject(new Error(`The script from ${host} did not run in time.`));
    }, TIMEOUT_MS);
    script.addEventListener('error', () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`The script from ${host} did not load.`));
    });
    void ready(script).then(
      () => (clearTimeout(timer), resolve()),
      (error: unknown) => (
        clearTimeout(timer),
        reject(error instanceof Error ? error : new Error(String(error)))
      ),
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
