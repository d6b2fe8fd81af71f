import { useEffect, useState } from 'react';
import { whenIdle } from './map/when-idle.ts';

/** Modules that have been loaded, for every screen after. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * A module that a page often does without: loaded at once if it is wanted, otherwise when the browser is idle. null
 * until then.
 * @param load the same function on every render
 */
export function useLazyModule<Module extends object>(
  load: () => Promise<Module>,
  isWanted: boolean,
): Module | null {
  const [module, setModule] = useState(() => (loaded.get(load) as Module | undefined) ?? null);
  useEffect(() => {
    if (module) return undefined;
    const start = () =>
      void load().then((now) => {
        loaded.set(load, now);
        setModule(() => now);
      });
    if (!isWanted) return whenIdle(start);
    start();
    return undefined;
  }, [module, load, isWanted]);
  return module;
}
