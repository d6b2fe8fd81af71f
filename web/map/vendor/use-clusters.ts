import { useMemo } from 'react';
import Supercluster from 'supercluster';
import type { PinCounts } from '../cluster-share.ts';
import type { Bounds, MapPin } from '../map.ts';

/** Overlapping pins that are shown as one marker. */
export type Cluster = {
  id: number;
  counts: PinCounts;
  coordinates: MapPin['coordinates'];
  /** The zoom at which the cluster separates. */
  opensAt: number;
};

/**
 * The same options as in MapLibre's overlay, so that clusters look alike on all maps. A pin is 40 pixels wide, and a
 * cluster 54 pixels.
 */
const OPTIONS = { radius: 52, maxZoom: 15 };
/**
 * Share of the view's size within which pins outside the view are also shown. A short pan therefore shows no empty
 * edge.
 */
const AROUND = 0.25;

/**
 * Returns the pins and clusters in view. Maps services draw each marker separately, so they do not get pins that are
 * out of view.
 */
export function useClusters({
  pins,
  view,
}: {
  pins: readonly MapPin[];
  view: { bounds: Bounds; zoom: number } | null;
}): { pins: readonly MapPin[]; clusters: readonly Cluster[] } {
  const index = useMemo(() => indexOf(pins), [pins]);
  return useMemo(() => {
    if (!view) return { pins: [], clusters: [] };
    const found = index.getClusters(widened(view.bounds), Math.round(view.zoom));
    const shown: MapPin[] = [];
    const clusters: Cluster[] = [];
    for (const { geometry, properties } of found) {
      if (!('cluster' in properties)) {
        shown.push(properties.pin);
        continue;
      }
      const { cluster_id: id, todo, done, prov } = properties;
      const [lng = 0, lat = 0] = geometry.coordinates;
      clusters.push({
        id,
        counts: { todo, done, prov },
        coordinates: { lat, lng },
        opensAt: index.getClusterExpansionZoom(id),
      });
    }
    return { pins: shown, clusters };
  }, [index, view]);
}

function indexOf(pins: readonly MapPin[]) {
  const index = new Supercluster<{ pin: MapPin }, PinCounts>({
    ...OPTIONS,
    map: ({ pin }) => ({ todo: 0, done: 0, prov: 0, [pin.kind]: 1 }),
    reduce: (sum, { todo, done, prov }) => {
      sum.todo += todo;
      sum.done += done;
      sum.prov += prov;
    },
  });
  return index.load(
    pins.map((pin) => ({
      type: 'Feature',
      properties: { pin },
      geometry: { type: 'Point', coordinates: [pin.coordinates.lng, pin.coordinates.lat] },
    })),
  );
}

function widened({ south, west, north, east }: Bounds): [number, number, number, number] {
  const [dLng, dLat] = [(east - west) * AROUND, (north - south) * AROUND];
  return [west - dLng, south - dLat, east + dLng, north + dLat];
}
