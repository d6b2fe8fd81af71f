import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that says whether the component is still mounted. Callbacks of responses use this function. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
