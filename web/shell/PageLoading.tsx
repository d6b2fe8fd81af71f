import { useLocation } from '@tanstack/react-router';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import { PageHeader } from './PageHeader.tsx';

/** Shown while a page loads. Pages of members keep their header. The home screen has no header. */
export function PageLoading() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <>
      {pathname.startsWith(`${paths.home}/`) && (
        <PageHeader title={titleOf(pathname)} isTitleHeading={false} />
      )}
      <Loading />
    </>
  );
}

/** Returns the title of the page. It is empty for titles that depend on the data of the page. */
function titleOf(pathname: string): string {
  if (pathname === paths.journal) return m.shell_tab_journal();
  return pathname === paths.collections ? m.shell_tab_collections() : '';
}

function Loading() {
  return (
    <main id="content" className="grid min-h-[70dvh] content-center justify-items-center gap-4">
      <BrandMark className="mo-mark-cycling h-14 text-brand" />
      <p role="status" className="type-sub text-ink-2">
        {m.shell_page_loading()}
      </p>
    </main>
  );
}
