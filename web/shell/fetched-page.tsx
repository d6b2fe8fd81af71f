import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { onReconnect } from '#web/online.ts';
import { fetchCode, reloadOnce } from './fetched-code.ts';
import { PageFailed } from './PageFailed.tsx';
import { PageLoading } from './PageLoading.tsx';

/**
 * After this number of milliseconds, header and navigation replace the logo, even if the page's code has not loaded.
 */
const LOGO_MILLISECONDS = 400;
const isLogoShown = () => document.querySelector('.first-paint') !== null;
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Creates a component that loads its code. Replaces the router's `lazyRouteComponent`, which reloads the document if
 * the code does not load. Without a network, a reload would show the browser's error page.
 */
export function fetchedPage<Name extends string, Module extends Record<Name, ComponentType>>(
  load: () => Promise<Module>,
  name: Name,
) {
  let page: ComponentType | null = null;
  let fetching: Promise<void> | null = null;
  const fetchPage = () =>
    (fetching ??= fetchCode(load)
      .then((module) => {
        page = module[name];
      })
      .finally(() => {
        fetching = null;
      }));

  function FetchedPage() {
    const [Shown, setShown] = useState(() => page);
    const [error, setError] = useState<Error | null>(null);
    const show = useCallback(() => {
      fetchPage().then(
        () => setShown(() => page),
        (failure: Error) => {
          if (!reloadOnce(failure)) setError(failure);
        },
      );
    }, []);
    const retry = useCallback(() => {
      setError(null);
      show();
    }, [show]);
    useEffect(() => {
      if (Shown) return;
      show();
      return onReconnect(retry);
    }, [Shown, show, retry]);
    if (Shown) return <Shown />;
    return error ? <PageFailed error={error} reset={retry} /> : <PageLoading />;
  }

  /**
   * Loads the code. The router also calls this function when the user hovers over, focuses or touches a link to the
   * page.
   */
  const preload = () => {
    const fetched = fetchPage().catch(() => undefined);
    return isLogoShown() ? Promise.race([fetched, wait(LOGO_MILLISECONDS)]) : fetched;
  };
  return Object.assign(FetchedPage, { preload });
}
