import type { GeoJSONSource, MapGeoJSONFeature, Map as MapLibreMap, PointLike } from 'maplibre-gl';
import { nextPin } from '../next-pin.ts';
import type { Geometry, Position } from './geojson.ts';
import { PRESSABLE } from './overlay-layers.ts';

/** Tolerance in pixels around the pointer. With it, the target is 44 pixels wide. */
const REACH_PIXELS = 4;

/**
 * Handles presses on the map. A press on a cluster zooms in until the cluster separates. If several pins are at one
 * point, each press selects the next pin.
 */
export function addPressListeners(
  map: MapLibreMap,
  {
    selectedId,
    onPin,
    onCluster,
    onGround,
  }: {
    selectedId: () => string | null;
    onPin: (id: string) => void;
    onCluster: (target: { centre: Position; zoom: number }) => void;
    onGround: () => void;
  },
): void {
  map.on('click', ({ point }) => {
    const hits = featuresNear(map, point);
    const ids = hits.flatMap((hit) => pinIdOf(hit) ?? []);
    // The selected pin is a hit in two layers. Its last hit is in the layer of all pins, where the order does not depend
    // on the selection.
    const pins = ids.filter((id, at) => ids.lastIndexOf(id) === at);
    const pin = nextPin({ pins, lastPin: selectedId() });
    if (pin !== undefined) return onPin(pin);
    const cluster = hits.find(isCluster);
    if (cluster) void openCluster(map, cluster).then(onCluster);
    else onGround();
  });

  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = featuresNear(map, point).length > 0 ? 'pointer' : '';
  });
}

function featuresNear(map: MapLibreMap, { x, y }: { x: number; y: number }): MapGeoJSONFeature[] {
  const box: [PointLike, PointLike] = [
    [x - REACH_PIXELS, y - REACH_PIXELS],
    [x + REACH_PIXELS, y + REACH_PIXELS],
  ];
  return map.queryRenderedFeatures(box, { layers: PRESSABLE.filter((layer) => map.getLayer(layer)) });
}

const isCluster = ({ properties }: MapGeoJSONFeature) => properties.point_count !== undefined;

function pinIdOf(feature: MapGeoJSONFeature): string | null {
  return isCluster(feature) ? null : String(feature.properties.id);
}

async function openCluster(map: MapLibreMap, cluster: MapGeoJSONFeature) {
  const source = map.getSource<GeoJSONSource>('pins');
  const zoom = await source?.getClusterExpansionZoom(cluster.properties.cluster_id);
  const { coordinates } = cluster.geometry as Extract<Geometry, { type: 'Point' }>;
  return { centre: coordinates, zoom: zoom ?? map.getZoom() + 1 };
}
