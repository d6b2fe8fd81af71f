import { m } from '#messages';
import { BrandMark } from '#web/ui/BrandMark.tsx';

/** Shown while a page's code or the session is loading. */
export function PageLoading() {
  return (
    <main id="content" className="grid min-h-dvh content-center justify-items-center gap-4">
      <BrandMark className="mo-mark-cycling h-14 text-brand" />
      <p role="status" className="type-sub text-ink-2">
        {m.shell_page_loading()}
      </p>
    </main>
  );
}
