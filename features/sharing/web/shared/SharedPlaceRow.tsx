import { SourceMemo } from '#web/ui/SourceMemo.tsx';
import { Bookmark, Check, Plus } from 'lucide-react';
import { useId } from 'react';
import { VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { type Coordinates, distanceMetres } from '#common/geo.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { neighbourhoodAndRoad, neighbourhoodInBrackets } from '#features/places/short-address.rules.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';
import { distanceOf } from '#web/format/distance.ts';
import { CheckboxSquare } from '#web/ui/Checkbox.tsx';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Rating } from '#web/ui/Rating.tsx';
import { SourceIcon } from '#web/ui/SourceIcon.tsx';
import { Tag } from '#web/ui/Tag.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import type { Taking } from './use-taking.tsx';

/**
 * One place of a shared list. The row is interactive only if `taking` and `onSelect` are passed. The owner's preview
 * passes neither of them.
 */
export function SharedPlaceRow({
  place,
  shareId,
  userLocation = null,
  isSelected = false,
  taking,
  onSelect,
}: {
  place: SharedPlace;
  /** The id of the share link; absent in the owner's preview. */
  shareId?: string;
  userLocation?: Coordinates | null;
  isSelected?: boolean;
  taking?: Taking;
  onSelect?: (placeId: string | null) => void;
}) {
  const { id, name, review, customTags, photoId } = place;
  const boxId = useId();
  const isMine = taking?.ownIds.has(id) ?? false;
  return (
    <article
      className={classes(
        'flex items-start gap-3 border-b-2 border-dashed border-perf py-4',
        isSelected && 'rounded-field outline-2 outline-offset-2 outline-ink',
      )}
    >
      {taking && (
        <label htmlFor={boxId} className="-m-2.5 flex-none cursor-pointer p-2.5">
          <CheckboxSquare
            id={boxId}
            aria-label={m.sharing_pick_label({ name })}
            checked={taking.isPicked(id)}
            disabled={isMine}
            onChange={() => taking.toggle(id)}
          />
        </label>
      )}
      <div className="min-w-0 flex-1">
        {photoId && (
          <img
            src={photoUrl({ photoId, size: 'small', share: shareId })}
            alt=""
            loading="lazy"
            decoding="async"
            className="float-right mb-1 ml-3 size-[72px] rounded-inner bg-sunken object-cover min-[380px]:size-[84px]"
          />
        )}
        <PlaceName place={place} isMine={isMine} isSelected={isSelected} onSelect={onSelect} />
        <PlaceFacts place={place} userLocation={userLocation} />
        {place.line && <p className="mt-1.5 font-semibold">{place.line}</p>}
        {review && <p className="mt-1.5 line-clamp-4 whitespace-pre-line">{review}</p>}
        {place.sourceMemo && (
          <p className="type-caption mt-1.5 flex items-center gap-1.5 text-ink-2">
            <SourceIcon kind={place.sourceKind} className="size-4 flex-none" />
            <span className="min-w-0">
              <SourceMemo memo={place.sourceMemo} />
            </span>
          </p>
        )}
        {customTags.length > 0 && (
          <p className="mt-2 flex flex-wrap gap-1.5">
            {customTags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </p>
        )}
      </div>
      {taking && !isMine && (
        <IconButton
          label={m.sharing_take_label({ name })}
          className="-mt-2 -mr-2 flex-none"
          onClick={() => taking.take([id])}
        >
          <Plus aria-hidden="true" />
        </IconButton>
      )}
    </article>
  );
}

function PlaceName({
  place: { id, name, status, isExample },
  isMine,
  isSelected,
  onSelect,
}: {
  place: SharedPlace;
  isMine: boolean;
  isSelected: boolean;
  onSelect: ((placeId: string | null) => void) | undefined;
}) {
  return (
    <h3 className="type-h3 flex flex-wrap items-center gap-x-2 gap-y-1">
      {onSelect ? (
        <button
          type="button"
          className="-my-2.5 min-h-11 max-w-full truncate rounded-small text-left hover:underline"
          aria-pressed={isSelected}
          onClick={() => onSelect(isSelected ? null : id)}
        >
          {name}
        </button>
      ) : (
        <span className="truncate">{name}</span>
      )}
      {status === VISITED ? (
        <Pill kind="done">
          <Check aria-hidden="true" />
          {m.sharing_done()}
        </Pill>
      ) : (
        <Pill kind="todo">
          <Bookmark aria-hidden="true" />
          {m.sharing_todo()}
        </Pill>
      )}
      {isMine && <Pill kind="prov">{m.sharing_mine_already()}</Pill>}
      {isExample && <Pill kind="plain">{m.restaurants_example()}</Pill>}
    </h3>
  );
}

/** The rating, the category, the address and the distance. */
function PlaceFacts({ place, userLocation }: { place: SharedPlace; userLocation: Coordinates | null }) {
  const { rating, address, coordinates } = place;
  const { nameOf } = useCategories();
  const [area, road] = neighbourhoodAndRoad({ address, neighbourhood: neighbourhoodInBrackets(address) });
  const facts = [
    nameOf(place.categoryId),
    area,
    coordinates && userLocation ? distanceOf(distanceMetres(userLocation, coordinates)) : '',
    road,
  ].filter(Boolean);
  return (
    <p className="ticket-meta ticket-meta-lines type-caption numbers mt-1 text-ink-2">
      {rating !== null && (
        <span className="inline-block align-bottom">
          <Rating value={rating} />
        </span>
      )}
      {facts.map((fact, position) => (
        <span key={position}>
          <NoWrap text={fact} />
        </span>
      ))}
    </p>
  );
}
