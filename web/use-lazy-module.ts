import { useEffect, useState } from 'react';
import { preloadWhenIdle } from './when-idle.ts';

/** Shared by all screens. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * Loaded at once if `isWanted`, otherwise when the browser is idle. null until it has loaded.
 * @param load the same function on every render
 * @param options `isPreloaded`: false if it is rarely needed, so that it is loaded only when wanted
 */
export function useLazyModule<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
  { isPreloaded = true }: { isPreloaded?: boolean } = {},
): Module | null {
  const [module, setModule] = useState(() => (loaded.get(load) as Module | undefined) ?? null);
  useEffect(() => {
    if (module) return undefined;
    const start = () =>
      void load().then((now) => {
        loaded.set(load, now);
        setModule(() => now);
      });
    if (!isWanted) return isPreloaded ? preloadWhenIdle(start) : undefined;
    start();
    return undefined;
  }, [module, load, isWanted, isPreloaded]);
  return module;
}
