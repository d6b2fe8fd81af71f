import { X } from 'lucide-react';
import { useRef } from 'react';
import { m } from '#messages';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';

export type SearchInputProps = {
  label: string;
  placeholder?: string;
  value: string;
  onType: (text: string, how: { isComposing: boolean }) => void;
  /** Called when a syllable is complete, or when the field has lost the focus. */
  onSettle?: (text: string) => void;
};

/**
 * The input of a `SearchField`, without the frame. Escape clears the text. Enter only hides the keyboard of a phone,
 * because the results follow every key press.
 */
export function SearchInput({
  label,
  placeholder = label,
  value,
  onType,
  onSettle,
  className,
}: SearchInputProps & { className?: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        value={value}
        onChange={(event) =>
          onType(event.target.value, { isComposing: (event.nativeEvent as InputEvent).isComposing })
        }
        onCompositionEnd={(event) => onSettle?.(event.currentTarget.value)}
        onBlur={(event) => onSettle?.(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape' && value !== '') onType('', { isComposing: false });
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className={classes(
          'h-11 min-w-0 flex-1 appearance-none bg-transparent outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden',
          className,
        )}
      />
      {value !== '' && (
        <IconButton
          label={m.kit_search_clear()}
          onClick={() => {
            onType('', { isComposing: false });
            input.current?.focus();
          }}
        >
          <X className="size-5" />
        </IconButton>
      )}
    </>
  );
}
