import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '#web/paths.ts';
import type { HomeSearch } from '../home-search.rules.ts';

/** Changes to the address: `undefined` takes a value out. */
export type HomeSearchChanges = { [K in keyof HomeSearch]?: HomeSearch[K] | undefined };

/**
 * What the address says, and how to change it. A filter chosen with a tap is a step that the way back undoes; what is
 * merely looked at (the marked place, the order) and the letters of one word are not.
 */
export function useHomeSearch() {
  const search = useSearch({ from: '/members/app' });
  const navigate = useNavigate({ from: paths.home });
  const change = useCallback(
    (changes: HomeSearchChanges, { asStep }: { asStep: boolean }) =>
      void navigate({
        to: paths.home,
        search: (before) => ({ ...before, ...changes }) as HomeSearch,
        replace: !asStep,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change };
}

/** As long as a pause between words: the address changes when the typing rests. */
const PAUSE_MILLISECONDS = 300;

/**
 * The text of the search field. It lives here and not in the address, so that no key press waits for a navigation
 * (a field bound to the address loses letters); the address follows when the typing rests, a syllable is complete or
 * the field is left, and the field follows the address when the person goes back or forth.
 */
export function useTypedText({
  search,
  change,
}: {
  search: HomeSearch;
  change: (changes: HomeSearchChanges, how: { asStep: boolean }) => void;
}) {
  const inAddress = search.q ?? '';
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
    change({ q: text || undefined }, { asStep: lastWritten === '' });
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
