import { useEffect, useRef, useState } from 'react';

/**
 * The URL changes this number of milliseconds after the last key press. The time is about as long as a pause between
 * words.
 */
const DEBOUNCE_MS = 300;

/**
 * Keeps the text of a field outside the URL. A field that is bound to the URL would lose letters, because each key
 * press would wait for a navigation.
 * The URL follows the field when typing pauses, a syllable is complete or the field loses the focus. The field follows
 * the URL on Back and Forward.
 */
export function useTypedText({
  inAddress,
  onWrite,
}: {
  inAddress: string;
  /** Writes the text into the URL. `asStep`: the URL becomes a new history entry. */
  onWrite: (text: string, how: { asStep: boolean }) => void;
}) {
  const [typed, setTyped] = useState(inAddress);
  const [lastSeen, setLastSeen] = useState(inAddress);
  const [lastWritten, setLastWritten] = useState(inAddress);
  const [replacements, setReplacements] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Something else has changed the URL: Back, a link, or the reset of another filter.
  if (inAddress !== lastSeen) {
    setLastSeen(inAddress);
    if (inAddress !== lastWritten) {
      setLastWritten(inAddress);
      setTyped(inAddress);
      setReplacements(replacements + 1);
    }
  }

  // If something else has replaced the text in the URL, the old text must not be written any more.
  useEffect(() => () => clearTimeout(timer.current), [replacements]);

  const write = (text: string) => {
    clearTimeout(timer.current);
    if (text === lastWritten) return;
    setLastWritten(text);
    // The first letters add a history entry. The rest of the word replaces this entry.
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
    /** Writes the text at once. It is called when a syllable is complete or the field has lost the focus. */
    settle: (text: string) => write(text),
  };
}
