import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { CREDIT } from '../camera.ts';
import type { Area, MapPin, MyPosition, Viewport } from '../map.ts';
import type { FeatureCollection } from './geojson.ts';
import {
  areaData,
  creditData,
  gridData,
  pinsData,
  positionData,
  raisedData,
  ringsData,
} from './overlay-data.ts';
import { type OverlaySource, RAISED } from './overlay-layers.ts';
import { viewportOf } from './viewport-of.ts';

/** What is drawn above the base map: pins, the location of the device, the area, the grid and the credit. */
export function createOverlay(map: MapLibreMap) {
  const filled = new Set<OverlaySource>();
  let position: MyPosition | null = null;
  let selected: MapPin | null = null;
  let hovered: MapPin | null = null;

  function setData(name: OverlaySource, data: FeatureCollection) {
    // New data reload the tiles of the source, even if it was empty and stays empty.
    if (data.features.length === 0 && !filled.has(name)) return;
    if (data.features.length === 0) filled.delete(name);
    else filled.add(name);
    void map.getSource<GeoJSONSource>(name)?.setData(data);
  }

  function setCredit() {
    const { bottom = 0, left = 0 } = map.getPadding();
    const { lng, lat } = map.unproject([left + CREDIT.width / 2, map.getContainer().clientHeight - bottom]);
    setData('credit', creditData([lng, lat]));
  }

  function raise() {
    setData('raised', raisedData({ selected, hovered }));
    map.removeFeatureState({ source: 'pins' });
    for (const pin of [selected, hovered]) {
      if (pin) map.setFeatureState({ source: 'pins', id: pin.id }, { [RAISED]: true });
    }
  }

  return {
    selectedId: () => selected?.id ?? null,
    setPins: (pins: readonly MapPin[]) => setData('pins', pinsData(pins)),
    setSelected: (pin: MapPin | null) => {
      selected = pin;
      raise();
    },
    setHovered: (pin: MapPin | null) => {
      hovered = pin;
      raise();
    },
    setPosition: (next: MyPosition | null) => {
      position = next;
      setData('me', positionData(position));
      setData('rings', ringsData({ position, viewport: viewportOf(map) }));
    },
    setArea: (area: Area | null) => setData('area', areaData(area)),
    /** Draws what depends on the visible part of the map. */
    setViewport: (viewport: Viewport) => {
      setData('rings', ringsData({ position, viewport }));
      setData('grid', gridData(viewport));
      setCredit();
    },
  };
}
