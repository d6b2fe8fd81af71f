import { MapPin } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { VISITED } from '#common/visit-status.ts';
import type { RestaurantChanges } from '#features/restaurants/restaurants.contract.ts';
import type { Coordinates } from '#common/geo.ts';
import { m } from '#messages';
import { ADDRESS_MAXIMUM, type AddressMatch } from '#features/places/addresses.contract.ts';
import { useMapService } from '#features/site/web/site.public.ts';
import { distanceOf } from '#web/format/distance.ts';
import { errorCodesOf } from '#web/forms.ts';
import type { MapHandle } from '#web/map/map.ts';
import { nearestStation, WALKING_REACH, walkingMinutes } from '#web/map/map-names.ts';
import { PointPicker } from '#web/map/PointPicker.tsx';
import { useMapNames } from '#web/map/use-map-names.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useDistanceOrigin } from '../use-distance-origin.ts';
import { type ManualPlaceForm, type PinNote, usePin } from './use-pin.ts';

/**
 * The zoom of the map. `HOUSE_ZOOM` is used for an exact address. `AREA_ZOOM` is used for the middle of a road, a
 * neighbourhood or a station.
 */
const HOUSE_ZOOM = 17;
const AREA_ZOOM = 15;

/**
 * The location of a manual place: an address, a pin, or both. The pin is not set when the map opens. It is set in three
 * ways: a search finds a house by its address, the member moves the pin or the map, or the member presses the button.
 */
export function LocationFields() {
  const { around, isKnown } = useDistanceOrigin({ asksAtOnce: false });
  const mapService = useMapService();
  const status = useWatch<RestaurantChanges, 'status'>({ name: 'status' });
  const map = useRef<MapHandle>(null);
  /**
   * The point to which the program last moved the map. If the map cannot be shown, this point is used as its centre.
   */
  const shown = useRef<Coordinates | null>(null);
  /** Whether the member has moved the map. Finding an address counts as moving the map. */
  const hasMoved = useRef(false);
  const show = (target: { centre: Coordinates; zoom?: number }) => {
    shown.current = target.centre;
    map.current?.flyTo(target);
  };
  const { point, note, matches, pick, clear, find, choose } = usePin({
    onFound: ({ coordinates, precision }) => {
      hasMoved.current = true;
      show({ centre: coordinates, zoom: precision === 'house' ? HOUSE_ZOOM : AREA_ZOOM });
    },
  });
  const [start] = useState<Coordinates>(() => point ?? around);
  const showMyPosition = useEffectEvent(() => {
    if (point === null && !hasMoved.current) show({ centre: around });
  });
  // The location may become known after the map has opened, for example after a reload.
  useEffect(() => {
    if (isKnown) showMyPosition();
  }, [isKnown]);
  return (
    <>
      <AddressField isFinding={note === 'finding'} onFind={() => void find()} />
      {matches.length > 0 && <Matches matches={matches} onChoose={choose} />}
      <div className="grid gap-2">
        <div className="relative h-72 overflow-hidden [@media(max-height:700px)]:h-48 rounded-card">
          <PointPicker
            ref={map}
            centre={start}
            service={mapService}
            isVisited={status === VISITED}
            onPick={(picked, isByPerson) => {
              if (!isByPerson) return;
              hasMoved.current = true;
              void pick(picked);
            }}
          />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <div role="status" className="type-caption grid min-w-0 flex-[1_1_8rem] gap-1 py-1 text-ink-2">
            <p className="flex items-start gap-1.5">
              <MapPin className="mt-px size-4 flex-none" aria-hidden="true" />
              <span className="min-w-0">{noteSentence({ isSet: point !== null, note })}</span>
            </p>
            {point && <FromStation point={point} />}
          </div>
          {point === null ? (
            <Button
              look="soft"
              size="small"
              className="flex-none"
              onClick={() => void pick(map.current?.viewport()?.centre ?? shown.current ?? start)}
            >
              {m.restaurants_pin_here()}
            </Button>
          ) : (
            <Button look="soft" size="small" className="flex-none" onClick={clear}>
              {m.restaurants_pin_clear()}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

function AddressField({ isFinding, onFind }: { isFinding: boolean; onFind: () => void }) {
  const { register, formState } = useFormContext<ManualPlaceForm>();
  const errors = formState.errors.place;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onFind();
  };
  return (
    <Field
      label={m.restaurants_field_address()}
      hint={m.restaurants_field_address_hint()}
      error={errorCodesOf(errors?.address ?? errors?.coordinates)}
    >
      <div className="flex gap-2">
        <TextInput
          {...register('place.address')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={ADDRESS_MAXIMUM}
          placeholder={m.restaurants_field_address_placeholder()}
          className="min-w-0 flex-1"
          onKeyDown={onKeyDown}
        />
        <Button look="secondary" className="flex-none px-4" isBusy={isFinding} onClick={onFind}>
          {m.restaurants_address_find()}
        </Button>
      </div>
    </Field>
  );
}

function Matches({
  matches,
  onChoose,
}: {
  matches: readonly AddressMatch[];
  onChoose: (match: AddressMatch) => void;
}) {
  return (
    <ul
      aria-label={m.restaurants_address_matches()}
      className="overflow-hidden rounded-card bg-surface shadow-1"
    >
      {matches.map((match) => (
        <li key={`${match.address} ${match.coordinates.lat}`} className="border-line not-first:border-t">
          <button
            type="button"
            className="type-sub flex min-h-12 w-full items-center gap-2 px-4 py-2 text-left hover:bg-sunken"
            onClick={() => onChoose(match)}
          >
            <MapPin className="size-4 flex-none text-ink-2" aria-hidden="true" />
            <span className="min-w-0">{match.address}</span>
            <AreaOf match={match} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Shows the city of a search result, because stations in different cities may have the same name. */
function AreaOf({ match: { coordinates, precision } }: { match: AddressMatch }) {
  const names = useMapNames();
  if (precision === 'house') return null;
  const [city] = names
    .filter(({ kind }) => kind === 'city' || kind === 'province')
    .map((each) => ({ ...each, apart: squaredDegrees(each.coordinates, coordinates) }))
    .sort((a, b) => a.apart - b.apart);
  return city ? <span className="type-caption ml-auto flex-none text-ink-3">{city.name}</span> : null;
}

const squaredDegrees = (a: Coordinates, b: Coordinates) => (a.lat - b.lat) ** 2 + (a.lng - b.lng) ** 2;

/** Shows the nearest station, so that the member can check the position of the pin. */
function FromStation({ point }: { point: Coordinates }) {
  const station = nearestStation(point, useMapNames());
  if (!station) return null;
  const { name, metres } = station;
  const distance = distanceOf(metres);
  return (
    <p className="numbers pl-5.5">
      {metres <= WALKING_REACH
        ? m.restaurants_from_station({ station: name, minutes: walkingMinutes(metres), distance })
        : m.restaurants_far_from_station({ station: name, distance })}
    </p>
  );
}

function noteSentence({ isSet, note }: { isSet: boolean; note: PinNote }): string {
  switch (note) {
    case 'looking':
      return m.restaurants_pin_looking();
    case 'not_found':
      return m.restaurants_pin_no_address();
    case 'failed':
      return m.restaurants_pin_address_failed();
    case 'finding':
      return m.restaurants_address_finding();
    case 'no_words':
      return m.restaurants_address_no_words();
    case 'unknown':
      return m.restaurants_address_unknown();
    case 'several':
      return m.restaurants_address_several();
    case 'find_failed':
      return m.restaurants_address_find_failed();
    case null:
      return isSet ? m.restaurants_pin_set() : m.restaurants_pin_not_set();
    default:
      return m.restaurants_address_around({ name: note.around });
  }
}
