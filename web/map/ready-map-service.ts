import type { MapService } from './map.ts';

/**
 * Loads the script of Google's or Kakao's map. MapLibre needs no script, because its code loads with the map.
 * @param onRejected called if the service rejects our key, now or later
 * @throws Error if the script does not load in time
 */
export async function readyMapService(
  service: MapService,
  { onRejected }: { onRejected: (refusal: Error) => void },
): Promise<void> {
  if (service.kind === 'google') {
    const { loadGoogleMaps, onAuthFailure } = await import('./google/load-google-maps.ts');
    onAuthFailure(onRejected);
    await loadGoogleMaps(service);
  }
  if (service.kind === 'kakao') {
    const { loadKakaoMaps } = await import('./kakao/load-kakao-maps.ts');
    await loadKakaoMaps(service);
  }
}
