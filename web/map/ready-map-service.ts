import type { MapService } from './map.ts';

/**
 * Fetches the script of Google's or Kakao's map, so that it is there when the first map is. MapLibre comes with its map.
 * @param onRefused the service refuses our key, now or later
 * @throws Error when the script does not come, or hangs
 */
export async function readyMapService(
  service: MapService,
  { onRefused }: { onRefused: (refusal: Error) => void },
): Promise<void> {
  if (service.kind === 'google') {
    const { loadGoogleMaps, whenRefused } = await import('./google/load-google-maps.ts');
    whenRefused(onRefused);
    await loadGoogleMaps(service);
  }
  if (service.kind === 'kakao') {
    const { loadKakaoMaps } = await import('./kakao/load-kakao-maps.ts');
    await loadKakaoMaps(service);
  }
}
