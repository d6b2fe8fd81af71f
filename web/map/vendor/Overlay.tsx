import './vendor.css';
import type { ComponentType, ReactNode } from 'react';
import type { Coordinates } from '#common/geo.ts';
import { m } from '#messages';
import type { MapPin } from '../map.ts';
import { readPalette } from '../palette.ts';
import { pinToSelect } from './pin-to-select.ts';
import { clusterPicture, type Picture, pinPicture } from './pictures.ts';
import type { DrawingProps } from './react-engine.tsx';
import { useClusters } from './use-clusters.ts';

export type MarkerProps = {
  at: Coordinates;
  /** The point of the element that marks the location, in pixels from the top left corner. */
  tip: { x: number; y: number };
  /** The size of the element in pixels. */
  size: { width: number; height: number };
  level: number;
  /** The label for pointer and screen reader. It is null if the element cannot be pressed. */
  label: string | null;
  onPress?: (() => void) | undefined;
  children: ReactNode;
};

export type DiscProps = {
  centre: Coordinates;
  radiusMetres: number;
  fill: string;
  fillOpacity: number;
  edge: string;
  edgePixels: number;
};

const LIFT_PIXELS = 4;
const ACCURACY_WORTH_SHOWING_METRES = 60;
const ME = { width: 23, height: 23, tip: { x: 11.5, y: 11.5 } };

/** What covers what on the map. */
const LEVEL = { position: 0, pin: 1, cluster: 2, hovered: 3, selected: 4 };

/** Draws the pins, the clusters, the area and the position of the member with the markers of the maps service. */
export function Overlay({
  Marker,
  Disc,
  pins,
  selected,
  hovered,
  position,
  area,
  theme,
  view,
  onPinPress,
  onClusterPress,
}: Pick<
  DrawingProps,
  'pins' | 'selected' | 'hovered' | 'position' | 'area' | 'theme' | 'view' | 'onPinPress' | 'onClusterPress'
> & { Marker: ComponentType<MarkerProps>; Disc: ComponentType<DiscProps> }) {
  const shown = useClusters({ pins, view });
  const { me, meDisc } = readPalette();
  const lifted = hovered?.id === selected?.id ? null : hovered;
  const resting = shown.pins.filter(({ id }) => id !== selected?.id && id !== lifted?.id);

  const pinMarker = (
    pin: MapPin,
    picture: Picture,
    { level = LEVEL.pin, lift = 0, isSelected = false } = {},
  ) => (
    <Marker
      key={pin.id}
      at={pin.coordinates}
      tip={{ x: picture.tip.x, y: picture.tip.y + lift }}
      size={picture}
      level={level}
      label={pin.name}
      onPress={() => onPinPress(pinToSelect({ pressed: pin, selected, pins }))}
    >
      <Face picture={picture} pinId={pin.id} isSelected={isSelected} />
      {isSelected && <span className="vendor-pin-name">{pin.name}</span>}
    </Marker>
  );

  return (
    <>
      {area && (
        <Disc
          centre={area.centre}
          radiusMetres={area.radiusMetres}
          fill={meDisc}
          fillOpacity={0.1}
          edge={me}
          edgePixels={2}
        />
      )}
      {position && position.accuracyMetres > ACCURACY_WORTH_SHOWING_METRES && (
        <Disc
          centre={position.coordinates}
          radiusMetres={position.accuracyMetres}
          fill={meDisc}
          fillOpacity={0.1}
          edge={meDisc}
          edgePixels={0}
        />
      )}
      {position && (
        <Marker at={position.coordinates} tip={ME.tip} size={ME} level={LEVEL.position} label={null}>
          <span className="vendor-me" />
        </Marker>
      )}
      {resting.map((pin) => pinMarker(pin, pinPicture({ pin, isSelected: false, theme })))}
      {shown.clusters.map((cluster) => {
        const picture = clusterPicture({ counts: cluster.counts, theme });
        const count = cluster.counts.todo + cluster.counts.done + cluster.counts.prov;
        return (
          <Marker
            key={`cluster-${cluster.id}`}
            at={cluster.coordinates}
            tip={picture.tip}
            size={picture}
            level={LEVEL.cluster}
            label={m.map_cluster({ count })}
            onPress={() => onClusterPress(cluster)}
          >
            <Face picture={picture} count={count} />
          </Marker>
        );
      })}
      {lifted &&
        pinMarker(lifted, pinPicture({ pin: lifted, isSelected: false, theme }), {
          level: LEVEL.hovered,
          lift: LIFT_PIXELS,
        })}
      {selected &&
        pinMarker(selected, pinPicture({ pin: selected, isSelected: true, theme }), {
          level: LEVEL.selected,
          isSelected: true,
        })}
    </>
  );
}

function Face({
  picture: { url, width, height },
  pinId,
  isSelected = false,
  count,
}: {
  picture: Picture;
  pinId?: string;
  isSelected?: boolean;
  count?: number;
}) {
  return (
    <img
      src={url}
      width={width}
      height={height}
      alt=""
      draggable={false}
      data-pin={pinId}
      data-selected={isSelected || undefined}
      data-count={count}
    />
  );
}
