import { Check, Heart, MessageCircle } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { m } from '#messages';
import { dayIn, KOREA, writtenDay } from '#common/dates.ts';
import type { Collection, CollectionPlace } from '#features/collections/collections.contract.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { formatCalendarStamp } from '#features/restaurants/web/restaurants.public.ts';
import { ownerLabel } from '#features/sharing/web/sharing.public.tsx';
import { numberOf } from '#web/number-of.ts';
import { lazyDialog } from '#web/shell/lazy-part.tsx';
import { classes } from '#web/ui/classes.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useReactToPlace } from './collection-places.queries.ts';

const CommentsDialog = lazyDialog(async () => ({
  default: (await import('./CommentsDialog.tsx')).CommentsDialog,
}));

export function ReactionBar({
  collection,
  place,
  ownVisit,
}: {
  collection: Collection;
  place: CollectionPlace;
  /** The place in my own list, which the other members do not see; null unless it is 방문 완료 there. */
  ownVisit: Pick<MyRestaurant, 'visitedAt'> | null;
}) {
  const { id: collectionId, me, people, isReadOnly } = collection;
  const { id: restaurantId, name, wants, visits, comments } = place;
  const react = useReactToPlace();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isWanted = wants.includes(me);
  const visitedOn = visits.find(({ by }) => by === me)?.on ?? null;
  const isVisited = visitedOn !== null;
  const nameOf = (key: string) => ownerLabel(people.find((person) => person.key === key)?.name ?? null);
  return (
    <div className="mt-1 px-1">
      <div className="flex flex-wrap gap-y-2 py-1 sm:gap-x-1.5">
        {!isReadOnly && (
          <>
            <Toggle
              isOn={isWanted}
              onClass="bg-ink text-bg"
              placeName={name}
              onPress={() => react.mutate({ collectionId, restaurantId, me, reaction: { wants: !isWanted } })}
            >
              <Heart className={classes('size-4', isWanted && 'fill-current')} aria-hidden="true" />
              {m.collections_want()}
              {wants.length > 0 && <span className="numbers">{numberOf(wants.length)}</span>}
            </Toggle>
            <Toggle
              isOn={ownVisit && !isVisited ? undefined : isVisited}
              onClass="bg-done-tint text-done-text"
              placeName={name}
              onPress={() => {
                const setVisit = (day: string | null) =>
                  react.mutate({ collectionId, restaurantId, me, reaction: { visitedOn: day } });
                // The own stamp shows the day of this device.
                const day = ownVisit?.visitedAt ? dayIn(KOREA, ownVisit.visitedAt) : dayIn(KOREA, Date.now());
                setVisit(isVisited ? null : writtenDay(day));
                if (isVisited)
                  showToast(m.collections_unvisited(), {
                    action: { label: m.restaurants_undo(), onPress: () => setVisit(visitedOn) },
                  });
              }}
            >
              <Check className="size-4" aria-hidden="true" />
              {ownVisit && !isVisited ? m.collections_show_visit() : m.collections_visited()}
            </Toggle>
          </>
        )}
        {isReadOnly && wants.length > 0 && (
          <span className="type-caption flex min-h-9 items-center gap-1.5 px-2.5 font-semibold text-ink-2 sm:px-3">
            <Heart className="size-4" aria-hidden="true" />
            {m.collections_want()} <span className="numbers">{numberOf(wants.length)}</span>
          </span>
        )}
        <Toggle placeName={name} onPress={() => setOpen(true)}>
          <MessageCircle className="size-4" aria-hidden="true" />
          <span className="max-[429px]:in-[:lang(en)]:sr-only">{m.collections_comments()}</span>
          {comments.length > 0 && <span className="numbers">{numberOf(comments.length)}</span>}
        </Toggle>
      </div>
      {visits.length > 0 && (
        <div className="px-2.5 pb-2.5 sm:px-3">
          <p className="type-caption numbers ticket-meta ticket-meta-lines text-done-text">
            {visits.map(({ by, on }) => (
              <span key={by}>
                {m.collections_been({
                  name: nameOf(by),
                  day: formatCalendarStamp(Date.parse(on)),
                })}
              </span>
            ))}
          </p>
        </div>
      )}
      {isOpen !== null && (
        <Suspense>
          <CommentsDialog
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            collection={collection}
            place={place}
          />
        </Suspense>
      )}
    </div>
  );
}

function Toggle({
  isOn,
  onClass,
  placeName,
  onPress,
  children,
}: {
  /** If it is absent, the button is no toggle. */
  isOn?: boolean | undefined;
  onClass?: string;
  placeName: string;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classes(
        'chip type-caption inline-flex min-h-9 min-w-9 items-center gap-1.5 rounded-full px-2.5 font-semibold sm:px-3',
        isOn ? onClass : 'text-ink-2 hover:bg-sunken',
      )}
      onClick={onPress}
    >
      <span className="sr-only">{placeName} </span>
      {children}
    </button>
  );
}
