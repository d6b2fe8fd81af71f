import { useState } from 'react';
import { Circle, CustomOverlayMap, Map as KakaoMap, useMap } from 'react-kakao-maps-sdk';
import type { CreateMapEngine, MapServiceOf } from '../map.ts';
import { readCategoryIcons } from '../pins/category-icon-path.tsx';
import { type DiscProps, type MarkerProps, Overlay } from '../vendor/Overlay.tsx';
import { type DrawingProps, reactEngine, useSurface } from '../vendor/react-engine.tsx';
import type { Surface } from '../vendor/padded-camera.ts';
import { kakaoZoom, levelOf, zoomOfLevel } from './kakao-zoom.ts';
import { loadKakaoMaps } from './load-kakao-maps.ts';

/**
 * Loads Kakao's script and returns the function that creates a map. Kakao's map has no dark theme.
 * @throws Error if the script does not load in time
 */
export async function openEngine(service: MapServiceOf<'kakao'>): Promise<CreateMapEngine> {
  await loadKakaoMaps(service);
  readCategoryIcons();
  return (options) => reactEngine({ options, supportedZoom: kakaoZoom, Drawing: KakaoDrawing });
}

function KakaoDrawing(props: DrawingProps) {
  const { start, isInteractive, onSurface, onChanged, onRested, onTaken, onMapPress } = props;
  const [{ centre, zoom }] = useState(start);
  return (
    <KakaoMap
      className="size-full"
      center={centre}
      level={levelOf({ zoom, latitude: centre.lat })}
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
    show: ({ centre: { lat, lng }, zoom }) => {
      map.setLevel(levelOf({ zoom, latitude: lat }));
      map.setCenter(new kakao.maps.LatLng(lat, lng));
    },
  };
}

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
