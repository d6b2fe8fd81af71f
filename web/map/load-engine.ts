import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { CreateMapEngine, MapService } from './map.ts';
import { requireWebGl } from './webgl.ts';

/**
 * Loads the engine of the service. First checks that the browser can render the map.
 * @throws Error if the browser cannot render the map, or if the script does not load
 */
export async function loadEngine(service: MapService): Promise<CreateMapEngine> {
  switch (service.kind) {
    case 'google':
      return (await import('./google/google-engine.tsx')).openEngine(service);
    case 'kakao':
      return (await import('./kakao/kakao-engine.tsx')).openEngine(service);
    case 'maplibre':
      requireWebGl();
      void fetchWorker();
      return (await import('./maplibre/maplibre-engine.ts')).openEngine(service);
  }
}

let isWorkerFetched = false;

/**
 * Fetches the worker into the HTTP cache. MapLibre itself requests it only when its own code has been evaluated, and
 * reports a failure.
 */
async function fetchWorker(): Promise<void> {
  if (isWorkerFetched) return;
  isWorkerFetched = true;
  await fetch(workerUrl)
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}
