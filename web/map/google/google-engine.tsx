import {
  AdvancedMarker,
  APIProvider,
  Circle,
  Map as GoogleMap,
  type MapMouseEvent,
  useMap,
} from '@vis.gl/react-google-maps';
import type { CreateMapEngine, MapServiceOf } from '../map.ts';
import { readCategoryIcons } from '../pins/category-icon-path.tsx';
import { type DiscProps, type MarkerProps, Overlay } from '../vendor/Overlay.tsx';
import { type DrawingProps, reactEngine, useSurface } from '../vendor/react-engine.tsx';
import type { Surface } from '../vendor/padded-camera.ts';
import { googleZoom } from './google-zoom.ts';
import { LIBRARIES, loadGoogleMaps, onAuthFailure } from './load-google-maps.ts';

/** Difference of the zoom levels: Google's tiles have 256 pixels, and ours have 512. */
const ZOOM_MORE = 1;

/**
 * Loads Google's script and returns the function that creates a map.
 * @throws Error if the script does not load in time, or the key is rejected
 */
export async function openEngine(service: MapServiceOf<'google'>): Promise<CreateMapEngine> {
  await loadGoogleMaps(service);
  readCategoryIcons();
  return (options) => {
    const engine = reactEngine({
      options,
      supportedZoom: googleZoom,
      Drawing: (props) => <GoogleDrawing service={service} {...props} />,
    });
    const stopListening = onAuthFailure(options.onFailed);
    return {
      ...engine,
      remove: () => {
        stopListening();
        engine.remove();
      },
    };
  };
}

function GoogleDrawing({ service, ...props }: DrawingProps & { service: MapServiceOf<'google'> }) {
  const { start, isInteractive, theme, onSurface, onChanged, onRested, onTaken, onMapPress } = props;
  const { centre, zoom } = start();
  return (
    <APIProvider apiKey={service.key} libraries={LIBRARIES} language="ko" region="KR" disableUsageAttribution>
      <GoogleMap
        mapId={service.mapId}
        defaultCenter={centre}
        defaultZoom={Math.round(zoom + ZOOM_MORE)}
        colorScheme={theme === 'dark' ? 'DARK' : 'LIGHT'}
        disableDefaultUI
        // Only our own pins can be pressed.
        clickableIcons={false}
        gestureHandling={isInteractive ? 'greedy' : 'none'}
        keyboardShortcuts={isInteractive}
        onBoundsChanged={onChanged}
        onIdle={onRested}
        onDragstart={onTaken}
        onClick={(event: MapMouseEvent) => {
          if (event.detail.latLng) onMapPress();
        }}
      >
        <SurfaceListener onSurface={onSurface} />
        <Overlay {...props} Marker={Marker} Disc={Disc} />
      </GoogleMap>
    </APIProvider>
  );
}

function SurfaceListener({ onSurface }: Pick<DrawingProps, 'onSurface'>) {
  useSurface({ map: useMap(), surfaceOf, onSurface });
  return null;
}

const surfaceOf = (map: NonNullable<ReturnType<typeof useMap>>): Surface => ({
  centre: () => map.getCenter()?.toJSON() ?? { lat: 0, lng: 0 },
  zoom: () => (map.getZoom() ?? 0) - ZOOM_MORE,
  show: ({ centre, zoom }) => map.moveCamera({ center: centre, zoom: zoom + ZOOM_MORE }),
});

function Marker({ at, tip, level, label, onPress, children }: MarkerProps) {
  return (
    <AdvancedMarker
      position={at}
      zIndex={level}
      title={label}
      anchorLeft={`${-tip.x}px`}
      anchorTop={`${-tip.y}px`}
      {...(onPress ? { onClick: onPress } : {})}
      className={onPress ? 'vendor-pin' : ''}
    >
      {children}
    </AdvancedMarker>
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
    clickable={false}
  />
);
