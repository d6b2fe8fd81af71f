import { useEffect } from 'react';
import { readyMapService } from '#web/map/ready-map-service.ts';
import { showMapFailure } from '#web/map/show-map-failure.ts';
import { useMapService } from './site.public.ts';

/** Shows an error if the maps service fails to load (specification, section 2). */
export function MapsAtStart() {
  const service = useMapService();
  useEffect(() => {
    if (service) readyMapService(service, { onRejected: showMapFailure }).catch(showMapFailure);
  }, [service]);
  return null;
}
