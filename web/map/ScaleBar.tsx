import { m } from '#messages';
import type { Padding } from './map.ts';
import type { Scale } from './scale.ts';

export function ScaleBar({ scale: { label, pixels }, padding }: { scale: Scale; padding: Padding }) {
  return (
    <div
      role="img"
      aria-label={m.map_scale({ distance: label })}
      className="map-scale numbers"
      style={{ width: pixels, bottom: padding.bottom ?? 0, left: padding.left ?? 0 }}
    >
      {label}
    </div>
  );
}
