import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { m } from '#messages';
import { RowBadge } from '#features/official-lists/web/official-lists.public.ts';
import { localZone } from '#common/dates.ts';
import type { Coordinates } from '#common/geo.ts';
import { nearestFirst } from '#features/places/approximate-location.rules.ts';
import { useMe } from '#features/account/web/account.public.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { nearbyQuery, PlaceSearch } from '#features/places/web/places.public.ts';
import { siteQuery } from '#features/site/web/site.public.ts';
import { dateOf } from '#web/date-of.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { ManualPlaceFields } from '../form/ManualPlaceFields.tsx';
import { PickedPlace } from '../form/PickedPlace.tsx';
import { myListQuery } from '../my-list.query.ts';
import { useDistanceOrigin } from '../use-distance-origin.ts';
import { ClosedNotice, useBusinessStatus } from './ClosedNotice.tsx';
import { DuplicateNotice } from './DuplicateNotice.tsx';
import { OfferedPlaces } from './OfferedPlaces.tsx';
import type { PlaceChoice } from './use-place-choice.ts';
import { useAddWritten } from './use-add-written.ts';
import type { Duplicate } from './use-send-form.ts';

type PlaceStepProps = {
  choice: PlaceChoice;
  /** Set if the server has answered that the submitted place is already in the list; otherwise null. */
  duplicate: Duplicate | null;
  /** Whether the form was submitted. The place is then in the list because of this form. */
  isSent: boolean;
  error: unknown;
  /** Called after the values of the form were added to a place that is already in the list. */
  onAddedWritten: () => void;
  /** Other ways to add a place. They are shown while no place is chosen. */
  children: ReactNode;
};

/** The first part of the form: the member finds the place or enters it by hand. */
export function PlaceStep(props: PlaceStepProps) {
  return props.choice.isByHand ? <ByHand choice={props.choice} /> : <Search {...props} />;
}

/** Number of nearby places that are offered before the member searches. */
const NEAREST_SHOWN = 5;

function ByHand({ choice }: { choice: PlaceChoice }) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="type-h1">{m.restaurants_by_hand_title()}</h2>
        <button type="button" className="link min-h-11 flex-none" onClick={choice.clear}>
          {m.restaurants_by_hand_back()}
        </button>
      </div>
      <p className="type-sub -mt-2 text-ink-2">{m.restaurants_by_hand_text()}</p>
      <ManualPlaceFields />
    </>
  );
}

function Search({ choice, duplicate, isSent, error, onAddedWritten, children }: PlaceStepProps) {
  const { suggestion } = choice;
  const { q = '' } = useSearch({ from: '/members/app/add' });
  const around = useDistanceOrigin({ asksAtOnce: true });
  const linkedAt = useLinkTimes();
  const near = around.isKnown ? around.around : null;
  const { searchField, hasBegun } = choice;
  useEffect(() => {
    if (!hasBegun) searchField.current?.focus();
  }, [searchField, hasBegun]);
  const navigate = useNavigate();
  const written = useAddWritten();
  /**
   * Opens the page of a place that is already in the list, and shows when the place was added. The place cannot be
   * added again.
   */
  const openSaved = ({ placeId, savedAt }: { placeId: string; savedAt: number }) => {
    const date = dateOf(savedAt, { zone: localZone() });
    showToast(m.problem_restaurants_already_added({ date }), { kind: 'alert' });
    void navigate({ to: paths.restaurant, params: { restaurantId: placeId } });
  };
  const owned = suggestion && !isSent && alreadySavedNotice({ suggestion, duplicate, linkedAt });
  return (
    <>
      <h2 className="type-h1">{m.restaurants_add_question()}</h2>
      <PlaceSearch
        inputRef={choice.searchField}
        initialTyped={q}
        near={near}
        isOwned={(placeId) => linkedAt.has(placeId)}
        onChoose={(chosen) => {
          const { placeId } = chosen.suggestion;
          const savedAt = linkedAt.get(placeId);
          // If the form contains values that the saved place lacks, the form stays open and offers to add them.
          if (savedAt === undefined || written.hasAdditions(placeId)) choice.choose(chosen);
          else openSaved({ placeId, savedAt });
        }}
        onPastePlaces={(pasted) => void navigate({ to: paths.addRestaurant, state: { pasted } })}
        onEnterByHand={choice.enterByHand}
        errorText={error && !suggestion ? m.restaurants_place_missing() : undefined}
        noteWithoutResults={<OnlyExamplesNote />}
        Badge={RowBadge}
      />
      {!suggestion && children}
      {!suggestion && near && (
        <NearestPlaces
          near={near}
          linkedAt={linkedAt}
          onChoose={(nearest) => choice.choose({ suggestion: nearest })}
        />
      )}
      {suggestion && (
        <Picked
          key={suggestion.placeId}
          suggestion={suggestion}
          isJustChosen={choice.isJustChosen}
          onClear={() => {
            choice.clear();
            choice.searchField.current?.focus();
          }}
        />
      )}
      {suggestion && (
        <ClosedNotice
          suggestion={suggestion}
          onChoose={(instead) => choice.choose({ suggestion: instead })}
        />
      )}
      {owned && (
        <DuplicateNotice
          duplicate={owned}
          onAdd={() => {
            written.add(owned.restaurantId);
            onAddedWritten();
          }}
        />
      )}
    </>
  );
}

/** Says why a real restaurant is not found while the index has only example places. */
function OnlyExamplesNote() {
  const { data: site } = useQuery(siteQuery);
  const isAdmin = useMe()?.isAdmin;
  if (!site?.hasOnlyExamplePlaces) return null;
  return (
    <p className="type-sub text-ink-2">
      {isAdmin ? m.place_data_only_examples_admin() : m.place_data_only_examples_member()}
      {isAdmin && (
        <>
          {' '}
          <Link
            to={paths.admin}
            params={{ section: 'place-data' }}
            className="font-bold text-brand-text underline underline-offset-3"
          >
            {m.place_data_open()}
          </Link>
        </>
      )}
    </p>
  );
}

/**
 * Offers the nearest places that are not in the list. The request also stores nearby places on the device, so that they
 * can be added without a network. Places are offered only from the built-in index, because maps services charge per
 * request.
 */
function NearestPlaces({
  near,
  linkedAt,
  onChoose,
}: {
  near: Coordinates;
  linkedAt: ReadonlyMap<string, number>;
  onChoose: (place: PlaceSuggestion) => void;
}) {
  const { data: site } = useQuery(siteQuery);
  const { data } = useQuery({ ...nearbyQuery(near), enabled: site?.placesProvider === 'local' });
  const nearest = useMemo(
    () =>
      nearestFirst(data ?? [], near)
        .filter(({ placeId }) => !linkedAt.has(placeId))
        .slice(0, NEAREST_SHOWN),
    [data, near, linkedAt],
  );
  if (nearest.length === 0) return null;
  return <OfferedPlaces title={m.restaurants_add_nearest()} places={nearest} onChoose={onChoose} />;
}

function Picked({
  suggestion,
  isJustChosen,
  onClear,
}: {
  suggestion: PlaceSuggestion;
  isJustChosen: boolean;
  onClear: () => void;
}) {
  const { nameOf } = useCategories();
  const { name, address, categoryId, kind, isExample } = suggestion;
  const businessStatus = useBusinessStatus(suggestion);
  return (
    <PickedPlace
      name={name}
      address={address}
      categoryId={categoryId}
      kind={kind ?? nameOf(categoryId)}
      isExample={isExample}
      businessStatus={businessStatus}
      isJustChosen={isJustChosen}
    >
      <IconButton label={m.restaurants_clear_selection({ name })} onClick={onClear}>
        <X aria-hidden="true" />
      </IconButton>
    </PickedPlace>
  );
}

/**
 * Returns the notice that the place is already in the list. The date comes from the list in memory or from the server's
 * response.
 */
function alreadySavedNotice({
  suggestion: { placeId },
  duplicate,
  linkedAt,
}: {
  suggestion: PlaceSuggestion;
  duplicate: Duplicate | null;
  linkedAt: ReadonlyMap<string, number>;
}): Duplicate | null {
  const date = linkedAt.get(placeId);
  if (date !== undefined) return { date, restaurantId: placeId };
  return duplicate?.restaurantId === placeId ? duplicate : null;
}

/** Returns the time at which each place of my list was added, by place id. */
function useLinkTimes(): ReadonlyMap<string, number> {
  const { data } = useQuery(myListQuery);
  return useMemo(() => new Map(data?.restaurants.map(({ id, linkedAt }) => [id, linkedAt])), [data]);
}
