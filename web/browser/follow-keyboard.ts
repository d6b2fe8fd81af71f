import { keyboardHeight } from './keyboard.rules.ts';

/**
 * Sets `--keyboard` on <html> to the height of the on-screen keyboard, so that bars at the bottom stay above it. Sets
 * `data-keyboard` while the keyboard is open.
 * CSS does not know this height: iOS and, by default, Chrome shrink only the visual viewport.
 */
export function followKeyboard(): void {
  const visible = window.visualViewport;
  if (!visible) return;
  const root = document.documentElement;
  const measure = () => {
    const height = keyboardHeight({
      layoutHeight: root.clientHeight,
      visibleHeight: visible.height,
      visibleTop: visible.offsetTop,
      scale: visible.scale,
    });
    root.style.setProperty('--keyboard', `${height}px`);
    root.toggleAttribute('data-keyboard', height > 0);
  };
  visible.addEventListener('resize', measure);
  visible.addEventListener('scroll', measure);
}
