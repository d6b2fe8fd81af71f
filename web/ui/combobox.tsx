import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { classes } from './classes.ts';

/**
 * A combobox. The text field keeps the focus. The arrow keys move through the options, Enter chooses an option, and
 * Escape closes the list. While 한글 is being composed, these keys belong to the input method.
 *
 * @param first index of the active option until an arrow key is pressed; -1 if there is none
 * @param hasFoot whether the last option is another action. The first press of ↓ does not move from the first option to
 * it, because the member then means the only result
 * @param submitsForm whether Enter submits the form while the list is hidden
 * @param onOpen called when an arrow key is pressed while the list is hidden
 * @param onEnter called with the index of the active option, which may be -1
 * @example <input {...combobox.field} /> <ul {...combobox.list} />
 */
export function useCombobox({
  count,
  isShown,
  first,
  hasFoot = false,
  submitsForm,
  onOpen,
  onClose,
  onEnter,
}: {
  count: number;
  isShown: boolean;
  first: 0 | -1;
  hasFoot?: boolean;
  submitsForm: boolean;
  onOpen: () => void;
  onClose: () => void;
  onEnter: (active: number) => void;
}) {
  const id = useId();
  const [active, setActive] = useState<number>(first);
  const [hasMoved, setMoved] = useState(false);
  const optionId = (at: number) => `${id}-option-${at}`;

  useEffect(() => {
    if (isShown) document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active, isShown]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      if (!isShown) return onOpen();
      const next = active === -1 && move === -1 ? count - 1 : (active + move + count) % count;
      if (hasMoved || !hasFoot || move === -1 || next !== count - 1) setActive(next);
      setMoved(true);
    } else if (event.key === 'Enter') {
      if (isShown || !submitsForm) event.preventDefault();
      if (isShown) onEnter(active);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      onClose();
    }
  };
  return {
    active,
    /** Must be called when the text, and therefore the options, change. */
    reset: () => {
      setActive(first);
      setMoved(false);
    },
    optionId,
    field: {
      role: 'combobox',
      'aria-expanded': isShown,
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isShown && active >= 0 ? optionId(active) : undefined,
      autoComplete: 'off',
      autoCorrect: 'off',
      spellCheck: false,
      onKeyDown,
    } as const,
    list: { id: `${id}-list`, role: 'listbox', hidden: !isShown } as const,
  };
}

/** An option of a combobox. The field keeps the focus while the pointer is down. */
export function ComboboxOption({
  id,
  isActive,
  onPick,
  className,
  children,
}: {
  id: string;
  isActive: boolean;
  onPick: () => void;
  className: string;
  children: ReactNode;
}) {
  return (
    // The combobox has the focus and handles keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={classes(
        'flex cursor-pointer items-center gap-3 border-line px-4 not-first:border-t hover:bg-sunken',
        isActive && 'bg-sunken inset-ring-2 inset-ring-focus first:rounded-t-card last:rounded-b-card',
        className,
      )}
    >
      {children}
    </li>
  );
}
