import { useEffect, useRef, useState } from 'react';

/** Milliseconds; about a pause between words. The URL changes when typing pauses. */
const DEBOUNCE_MS = 300;

/**
 * The text of a field, kept outside the URL: a field bound to the URL would lose letters, because each key press would
 * wait for a navigation. The URL follows when typing pauses, a syllable is complete or the field loses the
 * focus. The field follows the URL on Back and Forward.
 */
export function useTypedText({
  inAddress,
  onWrite,
}: {
  inAddress: string;
  /** `asStep`: as a new history entry. */
  onWrite: (text: string, how: { asStep: boolean }) => void;
}) {
  const [typed, setTyped] = useState(inAddress);
  const [lastSeen, setLastSeen] = useState(inAddress);
  const [lastWritten, setLastWritten] = useState(inAddress);
  const [replacements, setReplacements] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Something else has changed the URL: Back, a link, another filter's reset.
  if (inAddress !== lastSeen) {
    setLastSeen(inAddress);
    if (inAddress !== lastWritten) {
      setLastWritten(inAddress);
      setTyped(inAddress);
      setReplacements(replacements + 1);
    }
  }

  // A text that the URL has replaced must not be written any more.
  useEffect(() => () => clearTimeout(timer.current), [replacements]);

  const write = (text: string) => {
    clearTimeout(timer.current);
    if (text === lastWritten) return;
    setLastWritten(text);
    // The first letters add a history entry; the rest of the word replaces it.
    onWrite(text, { asStep: lastWritten === '' });
  };

  return {
    typed,
    onType: (text: string, { isComposing }: { isComposing: boolean }) => {
      setTyped(text);
      clearTimeout(timer.current);
      if (text === '') write('');
      else if (!isComposing) timer.current = setTimeout(() => write(text), DEBOUNCE_MS);
    },
    /** A syllable is complete, or the field has lost the focus. */
    settle: (text: string) => write(text),
  };
}
