/** A script that has not run by then is taken for one that hangs. */
const PATIENCE_MS = 10_000;

/**
 * Runs the script of an outside service in this page, once however often it is asked for; after a failure it can be
 * asked for again. The libraries around these services load it as well, but from fixed addresses, without a time limit, and
 * never a second time.
 * @param ready resolves when the script has set up what it brings; called before the script is asked for
 * @throws Error when it does not come, is refused, or has not set up anything after ten seconds
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
  /** As in HTML; '' checks nothing. */
  integrity: string;
  ready: (script: HTMLScriptElement) => Promise<unknown>;
}): Promise<void> {
  const script = document.createElement('script');
  const host = new URL(url, window.location.href).host;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      script.remove();
      reject(new Error(`The script of ${host} has not run in time.`));
    }, PATIENCE_MS);
    script.addEventListener('error', () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`The script of ${host} did not load.`));
    });
    void ready(script).then(
      () => (clearTimeout(timer), resolve()),
      (error: unknown) => (
        clearTimeout(timer), reject(error instanceof Error ? error : new Error(String(error)))
      ),
    );
    if (integrity) {
      script.integrity = integrity;
      // Without this the browser may not read what it should check.
      script.crossOrigin = 'anonymous';
    }
    script.src = url;
    script.async = true;
    document.head.append(script);
  });
}
