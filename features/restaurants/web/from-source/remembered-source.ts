import { useEffect, useState } from 'react';
import { z } from 'zod';
import { SOURCE_MEMO_MAXIMUM } from '#features/catalogue/catalogue.contract.ts';
import { SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { browserStorage } from '#web/browser-storage.ts';
import { sourceKey } from './source-key.ts';

const Source = z.object({ kind: SourceKind, memo: z.string().max(SOURCE_MEMO_MAXIMUM) });
const Chosen = z.object({ placeId: z.string(), name: z.string(), sessionToken: z.string().exactOptional() });

const Remembered = z.object({
  /** The source that places are being saved from; null if the member is not adding from a source. */
  current: Source.nullable(),
  /** Places that are not saved yet: sent now, waiting for a connection, or rejected. Newest first. */
  waiting: z.array(Chosen),
  /** Places saved from the current source, newest first. */
  saved: z.array(z.object({ restaurantId: z.string(), name: z.string() })),
});
export type RememberedSource = z.infer<typeof Remembered>;
/** A place chosen in the search, or pasted. */
export type ChosenPlace = z.infer<typeof Chosen>;

const NOTHING: RememberedSource = { current: null, waiting: [], saved: [] };

/** The changes to make when the member stops adding from a source. */
export const WITHOUT_SOURCE = { current: null, saved: [] } satisfies Partial<RememberedSource>;

/** The source that this member chose in this browser, and the places chosen since. */
export function readSource(uid: string): RememberedSource {
  const stored = Remembered.safeParse(browserStorage.readJson(sourceKey(uid)));
  return stored.success ? stored.data : NOTHING;
}

/**
 * The remembered source, shared by all tabs. A change starts from the stored value, because a save may end in another
 * tab, or after the member has left the screen.
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
  return { remembered, change };
}
