import { useState } from 'react';
import { Circle, CustomOverlayMap, Map as KakaoMap, useMap } from 'react-kakao-maps-sdk';
import type { CreateMapEngine, MapServiceOf } from '../map.ts';
import { metresPerPixel } from '../viewport.ts';
import { readCategoryIcons } from '../pins/category-icon-path.tsx';
import { type DiscProps, type MarkerProps, Overlay } from '../vendor/Overlay.tsx';
import { zoomAt } from '../vendor/padded-view.ts';
import { type DrawingProps, reactEngine, type Surface, useSurface } from '../vendor/react-engine.tsx';
import { loadKakaoMaps } from './load-kakao-maps.ts';

/**
 * The level at which a pixel is a metre. Kakao's levels grow with distance: each level doubles the length of a pixel.
 */
const LEVEL_OF_A_METRE = 3;
const FARTHEST_LEVEL = 14;

/**
 * Loads Kakao's script and returns the function that creates a map. Kakao's map has no dark theme.
 * @throws Error if the script does not load in time
 */
export async function openEngine(service: MapServiceOf<'kakao'>): Promise<CreateMapEngine> {
  await loadKakaoMaps(service);
  readCategoryIcons();
  return (options) => reactEngine(options, KakaoDrawing);
}

function KakaoDrawing(props: DrawingProps) {
  const { start, isInteractive, onSurface, onChanged, onRested, onTaken, onMapPress } = props;
  const [{ centre, zoom }] = useState(start);
  return (
    <KakaoMap
      className="size-full"
      center={centre}
      level={levelNear(zoom, centre.lat)}
      draggable={isInteractive}
      zoomable={isInteractive}
      keyboardShortcuts={isInteractive}
      onBoundsChanged={onChanged}
      onIdle={onRested}
      onDragStart={onTaken}
      onClick={onMapPress}
    >
      <SurfaceListener onSurface={onSurface} />
      <Overlay {...props} Marker={Marker} Disc={Disc} />
    </KakaoMap>
  );
}

function SurfaceListener({ onSurface }: Pick<DrawingProps, 'onSurface'>) {
  useSurface({ map: useMap(), surfaceOf, onSurface });
  return null;
}

function surfaceOf(map: kakao.maps.Map): Surface {
  const centre = () => {
    const at = map.getCenter();
    return { lat: at.getLat(), lng: at.getLng() };
  };
  return {
    centre,
    zoom: () => zoomOfLevel(map.getLevel(), centre().lat),
    zoomNear: (zoom, latitude) => zoomOfLevel(levelNear(zoom, latitude), latitude),
    show: ({ centre: { lat, lng }, zoom }) => {
      map.setLevel(levelNear(zoom, lat));
      map.setCenter(new kakao.maps.LatLng(lat, lng));
    },
  };
}

function levelNear(zoom: number, latitude: number): number {
  const level = Math.round(Math.log2(metresPerPixel({ latitude, zoom }))) + LEVEL_OF_A_METRE;
  return Math.min(FARTHEST_LEVEL, Math.max(1, level));
}

const zoomOfLevel = (level: number, latitude: number) =>
  zoomAt({ metresPerPixel: 2 ** (level - LEVEL_OF_A_METRE), latitude });

function Marker({ at, tip, size, level, label, onPress, children }: MarkerProps) {
  return (
    <CustomOverlayMap
      position={at}
      xAnchor={tip.x / size.width}
      yAnchor={tip.y / size.height}
      zIndex={level}
      clickable={onPress !== undefined}
    >
      {onPress ? (
        // Keyboard users reach the places through the list. Therefore the pins are not tab stops. The map is a
        // single tab stop.
        <button
          type="button"
          tabIndex={-1}
          title={label ?? undefined}
          className="vendor-pin"
          onClick={onPress}
        >
          {children}
        </button>
      ) : (
        children
      )}
    </CustomOverlayMap>
  );
}

const Disc = ({ centre, radiusMetres, fill, fillOpacity, edge, edgePixels }: DiscProps) => (
  <Circle
    center={centre}
    radius={radiusMetres}
    fillColor={fill}
    fillOpacity={fillOpacity}
    strokeColor={edge}
    strokeWeight={edgePixels}
    strokeOpacity={1}
  />
);
