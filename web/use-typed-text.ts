import { useEffect, useRef, useState } from 'react';

/** As long as a pause between words: the address changes when the typing rests. */
const PAUSE_MILLISECONDS = 300;

/**
 * The text of the search field. It lives here and not in the address, so that no key press waits for a navigation
 * (a field bound to the address loses letters); the address follows when the typing rests, a syllable is complete or
 * the field is left, and the field follows the address when the person goes back or forth.
 */
export function useTypedText({
  inAddress,
  onWrite,
}: {
  /** The text that the address holds. */
  inAddress: string;
  /** Puts a text into the address; as a step that the way back undoes, or not. */
  onWrite: (text: string, how: { asStep: boolean }) => void;
}) {
  const [typed, setTyped] = useState(inAddress);
  const [lastSeen, setLastSeen] = useState(inAddress);
  const [lastWritten, setLastWritten] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // An address that this field did not write: the way back, a link, another filter's reset.
  if (inAddress !== lastSeen) {
    setLastSeen(inAddress);
    if (inAddress !== lastWritten) {
      setLastWritten(inAddress);
      setTyped(inAddress);
    }
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (text: string) => {
    clearTimeout(timer.current);
    if (text === lastWritten) return;
    setLastWritten(text);
    // The first letters are a step that the way back undoes; the rest of the word belongs to it.
    onWrite(text, { asStep: lastWritten === '' });
  };

  return {
    typed,
    onType: (text: string, { isComposing }: { isComposing: boolean }) => {
      setTyped(text);
      clearTimeout(timer.current);
      if (text === '') write('');
      else if (!isComposing) timer.current = setTimeout(() => write(text), PAUSE_MILLISECONDS);
    },
    /** Brings the address up to date at once: a syllable is complete, or the field is left. */
    settle: (text: string) => write(text),
  };
}
