import { useEffect, useState } from 'react';

/** Returns `value` after it has not changed for `milliseconds`. An empty text is returned immediately. */
export function useDebounced(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return value === '' ? '' : settled;
}
