import { focusOn } from '#web/shell/focus.ts';

let isFocusedPartRemoved = false;

/**
 * `ref` of a part of the screen that another part replaces. If the focus was in the removed part, it moves to the first
 * heading or field of the new part.
 */
export function handOverFocus(part: HTMLElement | null) {
  if (isFocusedPartRemoved && document.activeElement === document.body) {
    const target = part?.querySelector<HTMLElement>('h2, input') ?? part;
    focusOn(target);
    target?.scrollIntoView({ block: 'nearest' });
  }
  isFocusedPartRemoved = false;
  return () => {
    if (part?.contains(document.activeElement)) isFocusedPartRemoved = true;
  };
}
