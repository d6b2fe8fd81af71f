import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { m } from '#messages';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Logo } from '#web/ui/Logo.tsx';

/** Logo, search field and menu: floating over the map on a phone, above the list on a wide screen. */
export function HomeTopBar({
  typed,
  onType,
  onSettle,
  menu,
}: {
  typed: string;
  onType: (text: string, how: { isComposing: boolean }) => void;
  /** A syllable is complete, or the field has lost the focus. */
  onSettle: (text: string) => void;
  /** The menu button. */
  menu: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className="flex min-h-13 items-center rounded-card bg-raised pl-2.5 shadow-2 focus-within:outline-3 focus-within:outline-focus lg:bg-surface lg:shadow-none lg:inset-ring-[1.5px] lg:inset-ring-line-strong">
      <Logo className="mr-2.5 border-r border-line pr-2.5 text-[1.25rem]" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={m.restaurants_search_label()}
        placeholder={m.restaurants_search_placeholder()}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) =>
          onType(event.target.value, { isComposing: (event.nativeEvent as InputEvent).isComposing })
        }
        onCompositionEnd={(event) => onSettle(event.currentTarget.value)}
        onBlur={(event) => onSettle(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape' && typed !== '') onType('', { isComposing: false });
          // Enter hides the phone's keyboard; the list has already been filtered on every key press.
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className="h-11 min-w-0 flex-1 bg-transparent text-[1rem] outline-none placeholder:text-ink-3"
      />
      {typed !== '' && (
        <IconButton
          label={m.restaurants_search_clear()}
          onClick={() => {
            onType('', { isComposing: false });
            input.current?.focus();
          }}
        >
          <X className="size-5" />
        </IconButton>
      )}
      {menu}
    </search>
  );
}
