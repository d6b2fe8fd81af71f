import { useEffect, useState } from 'react';
import { preloadWhenIdle } from './first-map.ts';

/** The loaded modules. All screens share them. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * Returns a module that loads lazily, or null until it has loaded. The module is loaded at once if `isWanted` is true.
 * If not, it is loaded when the browser is idle.
 * @param load the same function on every render
 * @param options `isPreloaded`: false for a module that is rarely needed. It is then loaded only when `isWanted` is
 * true
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
