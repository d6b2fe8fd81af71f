import { ArrowUp } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Fab } from '#web/ui/Fab.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useMainScroll } from './use-main-scroll.ts';

/** 맛집 등록 at the bottom right; above it, on the list and after 200 px of scrolling, the button to the top. */
export function FloatingActions({ hasScrollToTop }: { hasScrollToTop: boolean }) {
  const { isDown, isGoingDown, toTop } = useMainScroll();
  return (
    <nav
      aria-label={m.shell_shortcuts()}
      className="pointer-events-none fixed right-4 bottom-[calc(20px+env(safe-area-inset-bottom))] z-30 grid justify-items-end gap-3 *:pointer-events-auto lg:right-6 lg:bottom-6"
    >
      {hasScrollToTop && isDown && (
        <IconButton label={m.shell_to_top()} isFloating className="rounded-full" onClick={toTop}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
      )}
      <Fab to={paths.addRestaurant} label={m.shell_add_restaurant()} isCompact={isGoingDown} />
    </nav>
  );
}
