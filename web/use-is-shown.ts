import { useCallback, useEffect, useRef } from 'react';

/** Whether the component is still on screen; asked when the answer to a write comes. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
