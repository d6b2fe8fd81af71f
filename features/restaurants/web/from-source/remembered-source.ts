import { useEffect, useState } from 'react';
import { z } from 'zod';
import { SOURCE_MEMO_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import { SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { browserStorage } from '#web/storage/browser-storage.ts';
import { sourceKey } from './source-key.ts';

const Source = z.object({ kind: SourceKind, memo: z.string().max(SOURCE_MEMO_MAXIMUM) });
type Source = z.infer<typeof Source>;
const Chosen = z.object({ placeId: z.string(), name: z.string(), sessionToken: z.string().exactOptional() });

const SavedPlace = z.object({ restaurantId: z.string(), name: z.string() });
type SavedPlace = z.infer<typeof SavedPlace>;

const PlaceToSave = Chosen.extend({
  /** The source that was current when the member chose the place. */
  source: Source,
});
export type PlaceToSave = z.infer<typeof PlaceToSave>;

/** An array of the items that can be read. An item that cannot be read does not affect the others. */
const readable = <Item>(item: z.ZodType<Item>) =>
  z
    .array(z.unknown())
    .transform((stored): Item[] => stored.flatMap((each) => item.safeParse(each).data ?? []));

const Remembered = z.object({
  /** The source of the places that the member is adding; null if the member is not adding from a source. */
  current: Source.nullable().catch(null),
  /**
   * Places that are not saved yet: they are being sent, wait for a connection, or were rejected. The newest comes
   * first. These places stay when the member ends adding or chooses another source.
   */
  waiting: readable(PlaceToSave),
  /** Places that were saved since the current source was chosen. The newest comes first. */
  saved: readable(SavedPlace),
});
export type RememberedSource = z.infer<typeof Remembered>;
/** A place that the member has chosen in the search or pasted. */
export type ChosenPlace = z.infer<typeof Chosen>;

const NOTHING: RememberedSource = { current: null, waiting: [], saved: [] };

/** Returns the source that this member chose in this browser, and the places that the member has chosen since then. */
export function readSource(uid: string): RememberedSource {
  const stored = Remembered.safeParse(browserStorage.readJson(sourceKey(uid)));
  return stored.success ? stored.data : NOTHING;
}

/**
 * The remembered source. All tabs share it. A change starts from the value in the storage and not from the value on
 * this screen, because a save may end in another tab, or after the member has left the screen.
 */
export function useRememberedSource(uid: string) {
  const [remembered, setRemembered] = useState(() => readSource(uid));
  useEffect(() => {
    const read = ({ key }: StorageEvent) => key === sourceKey(uid) && setRemembered(readSource(uid));
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, [uid]);
  const change = (next: (stored: RememberedSource) => RememberedSource) => {
    const changed = next(readSource(uid));
    browserStorage.write(sourceKey(uid), JSON.stringify(changed));
    setRemembered(changed);
  };
  return {
    remembered,
    chooseSource: (current: Source) => change((stored) => ({ ...stored, current, saved: [] })),
    /** Ends adding from the source. */
    forgetSource: () => change((stored) => ({ ...stored, current: null, saved: [] })),
    choosePlace: (place: ChosenPlace, source: Source) =>
      change((stored) => ({
        ...stored,
        waiting: [{ ...place, source }, ...without(place.placeId, stored.waiting)],
      })),
    markSaved: (placeId: string, place: SavedPlace) =>
      change((stored) => ({
        ...stored,
        waiting: without(placeId, stored.waiting),
        saved: [place, ...stored.saved.filter(({ restaurantId }) => restaurantId !== place.restaurantId)],
      })),
    drop: (placeId: string) => change((stored) => ({ ...stored, waiting: without(placeId, stored.waiting) })),
  };
}

const without = (placeId: string, places: readonly PlaceToSave[]): PlaceToSave[] =>
  places.filter((place) => place.placeId !== placeId);
