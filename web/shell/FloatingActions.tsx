import { useSearch } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Fab } from '#web/ui/Fab.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useMainScroll } from './use-main-scroll.ts';

/**
 * The floating buttons of a page. The button to the top appears after 200 px of scrolling. On a phone, the ＋ of the
 * navigation bar replaces 맛집 등록 and 일지 쓰기.
 */
export function FloatingActions({ floating }: { floating: 'add' | 'add-and-top' | 'write' }) {
  const { isDown, isGoingDown, toTop } = useMainScroll();
  const { restaurant } = useSearch({ strict: false });
  return (
    <nav
      aria-label={m.shell_shortcuts()}
      // The buttons are hidden while the keyboard is open, so that they cover no field.
      className="pointer-events-none fixed right-4 bottom-[calc(16px+max(var(--tab-bar,0px),var(--sticky-actions,0px)))] z-20 grid justify-items-end gap-3 *:pointer-events-auto in-data-keyboard:hidden lg:right-6 lg:bottom-6"
    >
      {floating === 'add-and-top' && isDown && (
        <IconButton label={m.shell_to_top()} isFloating className="rounded-full" onClick={toTop}>
          <ArrowUp aria-hidden="true" />
        </IconButton>
      )}
      {floating === 'write' ? (
        <Fab
          to={paths.writeJournalEntry}
          search={restaurant === undefined ? {} : { restaurant }}
          label={m.journal_write()}
          isCompact={isGoingDown}
          className="max-lg:hidden"
        />
      ) : (
        <Fab
          to={paths.addRestaurant}
          label={m.shell_add_restaurant()}
          isCompact={isGoingDown}
          className="max-lg:hidden"
        />
      )}
    </nav>
  );
}
