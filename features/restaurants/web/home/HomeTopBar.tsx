import type { ReactNode } from 'react';
import { m } from '#messages';
import { Logo } from '#web/ui/Logo.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';

/**
 * The logo, the search field and the menu. They float over the map on a phone, and are above the list on a wide screen.
 */
export function HomeTopBar({
  typed,
  onType,
  onSettle,
  menu,
}: {
  typed: string;
  onType: (text: string, how: { isComposing: boolean }) => void;
  /** Called with the typed text when a syllable is complete or the field loses the focus. */
  onSettle: (text: string) => void;
  /** The menu button. */
  menu: ReactNode;
}) {
  return (
    <search className="flex h-[52px] items-center rounded-card bg-raised pl-2.5 shadow-2 focus-within:outline-3 focus-within:outline-focus lg:bg-surface lg:shadow-none lg:inset-ring-[1.5px] lg:inset-ring-line-strong">
      <Logo className="mr-2.5 border-r border-line pr-2.5 text-[20px]" />
      <SearchInput
        label={m.restaurants_search_label()}
        placeholder={m.restaurants_search_placeholder()}
        value={typed}
        onType={onType}
        onSettle={onSettle}
        className="text-[1rem]"
      />
      {menu}
    </search>
  );
}
