import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { tabStorage } from '#web/browser-storage.ts';
import { fetchCode, isCodeGone } from './fetched-code.ts';
import { PageFailed } from './PageFailed.tsx';
import { PageLoading } from './PageLoading.tsx';

/**
 * A page whose code is fetched when it is needed. The router's own `lazyRouteComponent` reloads the document when code
 * does not come, which without a network leaves the application for the browser's error page.
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
      window.addEventListener('online', retry);
      return () => window.removeEventListener('online', retry);
    }, [Shown, show, retry]);
    if (Shown) return <Shown />;
    return error ? <PageFailed error={error} reset={retry} /> : <PageLoading />;
  }

  /** Called by the router before it shows the page, and when a pointer comes near its link. */
  const preload = () => fetchPage().catch(() => undefined);
  return Object.assign(FetchedPage, { preload });
}

/** Gets the new version. Once for each missing part: a part that stays missing must not reload for ever. */
function reloadOnce(error: Error): boolean {
  const key = `reloaded-for ${error.message}`;
  if (!isCodeGone(error) || tabStorage.read(key) !== null) return false;
  tabStorage.write(key, 'yes');
  window.location.reload();
  return true;
}
