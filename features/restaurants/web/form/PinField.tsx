import { MapPin } from 'lucide-react';
import { useRef, useState } from 'react';
import { m } from '#messages';
import type { Coordinates } from '#common/geo.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import type { MapHandle } from '#web/map/map.ts';
import { PointPicker } from '#web/map/PointPicker.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useDistanceOrigin } from '../use-distance-origin.ts';
import { type AddressNote, usePin } from './use-pin.ts';

/** Sets a place on the map. Opening the map sets nothing: it must be moved, or the button pressed. */
export function PinField() {
  const { around } = useDistanceOrigin({ asksAtOnce: false });
  const { point, note, pick, clear } = usePin();
  const mapService = useMapService();
  const map = useRef<MapHandle>(null);
  const [start] = useState<Coordinates>(() => point ?? around);
  return (
    <div className="grid gap-2">
      <div className="relative h-72 overflow-hidden rounded-card">
        <PointPicker
          ref={map}
          centre={start}
          service={mapService}
          onPick={(picked, isByPerson) => isByPerson && void pick(picked)}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p role="status" className="type-caption flex items-center gap-1.5 text-ink-2">
          <MapPin className="size-4 flex-none" aria-hidden="true" />
          {noteSentence({ isSet: point !== null, note })}
        </p>
        {point === null ? (
          <Button
            look="soft"
            size="small"
            onClick={() => void pick(map.current?.viewport()?.centre ?? start)}
          >
            {m.restaurants_pin_here()}
          </Button>
        ) : (
          <Button look="soft" size="small" onClick={clear}>
            {m.restaurants_pin_clear()}
          </Button>
        )}
      </div>
    </div>
  );
}

function noteSentence({ isSet, note }: { isSet: boolean; note: AddressNote }): string {
  if (note === 'looking') return m.restaurants_pin_looking();
  if (note === 'not_found') return m.restaurants_pin_no_address();
  if (note === 'failed') return m.restaurants_pin_address_failed();
  return isSet ? m.restaurants_pin_set() : m.restaurants_pin_not_set();
}
