import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { onHidden } from '#web/browser/leaving.ts';
import { whenIdle } from '#web/browser/when-idle.ts';
import { paths } from '#web/paths.ts';
import { ME_KEY } from '#web/documents/kept-queries.ts';
import { pageFingerprint, htmlOfFirstScreen } from './first-screen-html.ts';
import { storeFirstScreen } from './first-screen-store.ts';

const LIST_KEY = ['my-restaurants'];
const DEBOUNCE_MS = 1_500;

/**
 * Stores the HTML of the list for the next start (show-first-screen.ts). Stores it after the list has changed, and when
 * the page is hidden.
 */
export function keepFirstScreen({ client, router }: { client: QueryClient; router: AnyRouter }): () => void {
  /** The list whose first screen is stored. */
  let storedList: unknown = null;
  const keep = () => {
    const uid = client.getQueryData<{ uid: string } | null>(ME_KEY)?.uid;
    const list = client.getQueryData(LIST_KEY);
    if (uid === undefined || list === undefined) return;
    const html = firstScreenHtml();
    // If the list has changed and its HTML cannot be stored now, the stored screen is removed, because it could show
    // deleted places.
    if (html === null && list === storedList) return;
    storedList = list;
    const screen = html === null ? null : { uid, html, title: document.title, fits: pageFingerprint() };
    // A failure is ignored. The next start then only takes longer.
    void storeFirstScreen(uid, screen).catch(() => undefined);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => whenIdle(keep), DEBOUNCE_MS);
  };
  const stops = [
    router.subscribe('onRendered', later),
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === LIST_KEY[0]) later();
    }),
    onHidden(keep),
    () => clearTimeout(timer),
  ];
  later();
  return () => stops.forEach((stop) => stop());
}

function firstScreenHtml(): string | null {
  const app = document.getElementById('app');
  const isList = location.pathname === paths.home && location.search === '';
  return app && isList ? htmlOfFirstScreen(app) : null;
}
