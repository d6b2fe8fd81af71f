import { X } from 'lucide-react';
import { type Ref, useMemo, useState } from 'react';
import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { Found, PersonalSearch } from '#features/places/personal-search.rules.ts';
import { usePersonalSearch } from '#features/places/web/personal-search.public.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { Marked } from '#web/ui/Marked.tsx';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { ErrorCode } from '#web/form/field-messages.ts';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { classes } from '#web/ui/classes.ts';
import { ComboboxOption, useCombobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useMyPlaces } from '../use-my-places.ts';

type Chosen = { restaurantId: string | null; restaurantName: string };

const MAX_SHOWN = 6;

/** A combobox whose value is the typed text. If the member chooses an option, the entry is linked to that place. */
export function RestaurantField({
  value,
  onChange,
  error,
  inputRef,
}: {
  value: Chosen;
  onChange: (chosen: Chosen) => void;
  error: ErrorCode | undefined;
  inputRef: Ref<HTMLInputElement>;
}) {
  const places = useMyPlaces();
  const [opened, setOpened] = useState<'no' | 'by focus' | 'by key'>('no');
  const { restaurantId, restaurantName: typed } = value;
  const personalSearch = usePersonalSearch(typed);
  const found = useMemo(
    () => (typed.trim() !== '' && !personalSearch ? [] : findPlaces([...places.values()], personalSearch)),
    [places, typed, personalSearch],
  );
  const isOpen = opened === 'by key' || (opened === 'by focus' && !error);
  const isListShown = isOpen && restaurantId === null && found.length > 0;
  const choose = (place: MyRestaurant) => {
    onChange({ restaurantId: place.id, restaurantName: place.name });
    setOpened('no');
    combobox.reset();
  };
  const combobox = useCombobox({
    count: found.length,
    isShown: isListShown,
    first: -1,
    submitsForm: true,
    onOpen: () => setOpened('by key'),
    onClose: () => setOpened('no'),
    onEnter: (at) => {
      const place = found[at]?.place;
      if (place) choose(place);
      else setOpened('no');
    },
  });
  return (
    <>
      <Field label={m.journal_field_restaurant()} error={error} hint={hintOf({ restaurantId, places })}>
        <div className="relative">
          <TextInput
            ref={inputRef}
            {...combobox.field}
            maxLength={100}
            placeholder={m.journal_field_restaurant_placeholder()}
            value={typed}
            className={classes('pr-12', restaurantId !== null && 'font-bold')}
            onChange={(event) => {
              onChange({ restaurantId: null, restaurantName: event.target.value });
              setOpened('by key');
              combobox.reset();
            }}
            onFocus={() => setOpened('by focus')}
            onBlur={() => setOpened('no')}
          />
          {typed !== '' && (
            <IconButton
              label={m.journal_field_restaurant_clear()}
              className="absolute top-0.5 right-0.5"
              onClick={() => onChange({ restaurantId: null, restaurantName: '' })}
            >
              <X className="size-5" />
            </IconButton>
          )}
          <ul
            {...combobox.list}
            aria-label={m.journal_field_restaurant_list()}
            // Some browsers give the focus to scrollable elements. The focus must stay in the field, because the field
            // handles the keys.
            tabIndex={-1}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-card bg-raised shadow-2"
          >
            {isListShown &&
              found.map(({ place, found: match }, at) => (
                <Option
                  key={place.id}
                  id={combobox.optionId(at)}
                  place={place}
                  found={match}
                  isActive={at === combobox.active}
                  onPick={() => choose(place)}
                />
              ))}
          </ul>
        </div>
      </Field>
      {typed === '' && found.length > 0 && (
        <RecentPlaces places={found.map(({ place }) => place)} onChoose={choose} />
      )}
    </>
  );
}

function hintOf({
  restaurantId,
  places,
}: {
  restaurantId: string | null;
  places: ReadonlyMap<string, MyRestaurant>;
}): string {
  if (restaurantId === null) return m.journal_field_restaurant_hint();
  return places.has(restaurantId) ? m.journal_field_restaurant_tied() : m.journal_field_restaurant_known();
}

function RecentPlaces({
  places,
  onChoose,
}: {
  places: readonly MyRestaurant[];
  onChoose: (place: MyRestaurant) => void;
}) {
  return (
    <ChipRow label={m.journal_field_restaurant_recent()}>
      {places.map((place) => (
        <Chip key={place.id} isSelected={false} onClick={() => onChoose(place)}>
          <span className="max-w-[60vw] truncate">{place.name}</span>
        </Chip>
      ))}
    </ChipRow>
  );
}

function Option({
  id,
  place: { name, address, categoryId, status },
  found,
  isActive,
  onPick,
}: {
  id: string;
  place: MyRestaurant;
  /** The match of the search; null if nothing is typed. */
  found: Found | null;
  isActive: boolean;
  onPick: () => void;
}) {
  const { nameOf } = useCategories();
  return (
    <ComboboxOption id={id} isActive={isActive} onPick={onPick} className="min-h-14 py-2">
      <CategoryIcon categoryId={categoryId} className="size-5 flex-none text-ink-2" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          <Marked text={name} ranges={found?.inName(name) ?? []} />
        </span>
        <span className="type-caption block truncate text-ink-3">
          {[nameOf(categoryId), shortAddress(address)].filter(Boolean).join(' · ')}
        </span>
      </span>
      {status === TO_VISIT && (
        <span className="type-caption flex-none text-todo-text">{m.kit_status_todo()}</span>
      )}
    </ComboboxOption>
  );
}

/**
 * Returns the places that match the typed text. The best match comes first. If nothing is typed, returns the latest
 * places.
 */
function findPlaces(
  places: readonly MyRestaurant[],
  personalSearch: PersonalSearch | null,
): { place: MyRestaurant; found: Found | null }[] {
  const items = places.map((place) => ({
    place,
    searched: { ...place, labels: place.customTags },
  }));
  const found = personalSearch?.(items) ?? null;
  if (!found) return items.slice(0, MAX_SHOWN).map(({ place }) => ({ place, found: null }));
  return [...found]
    .filter(([, { closeness }]) => closeness !== 'partial')
    .toSorted(([, a], [, b]) => a.cost - b.cost)
    .slice(0, MAX_SHOWN)
    .map(([{ place }, match]) => ({ place, found: match }));
}
