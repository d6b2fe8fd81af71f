import { useQuery } from '@tanstack/react-query';
import { MapPinPlus, Search, X } from 'lucide-react';
import {
  type ComponentType,
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { v4 } from 'uuid';
import { m } from '#messages';
import type { Coordinates } from '#common/geo.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { measuredFrom } from '#features/places/approximate-location.rules.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { isNetworkProblem } from '#web/api.ts';
import { numberOf } from '#web/number-of.ts';
import { distanceOf } from '#web/format/distance.ts';
import { messageOf } from '#web/error-messages.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { classes } from '#web/ui/classes.ts';
import { ComboboxOption, useCombobox } from '#web/ui/combobox.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Marked } from '#web/ui/Marked.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { ClosedPill } from './ClosedPill.tsx';
import { placeSuggestionsQuery } from './places.queries.ts';
import { useSeenPlaces } from './seen-places.ts';

/**
 * The delay before a search. It is long enough to skip the key presses within a syllable, and short enough not to be
 * noticed.
 */
const DEBOUNCE_MS = 120;

/**
 * A search field with its results. The results are part of the page and not in a popup, because they are the main
 * content of the screen.
 */
export function PlaceSearch({
  near,
  isOwned,
  onChoose,
  onEnterByHand,
  onPastePlaces,
  errorText,
  inputRef,
  initialTyped = '',
  noteWithoutResults,
  Badge,
}: {
  near: Coordinates | null;
  /** Whether the place is already in the member's list. */
  isOwned: (placeId: string) => boolean;
  /** The client must send `sessionToken` of this search with the chosen place. */
  onChoose: (choice: { suggestion: PlaceSuggestion; sessionToken: string }) => void;
  /** Called with the typed text when the member chooses 지도에서 직접 찍기. */
  onEnterByHand: (typed: string) => void;
  /**
   * Called with a pasted text that is not a name but several lines or a link. The text is not inserted into the
   * field.
   */
  onPastePlaces?: (text: string) => void;
  errorText?: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
  /** The text that is searched for when the screen opens. */
  initialTyped?: string;
  /** Shown if nothing was found. */
  noteWithoutResults?: ReactNode;
  /** Shows what another feature knows about a result. It gets all results, so that it can request them together. */
  Badge?: ComponentType<{ placeId: string; placeIds: readonly string[] }>;
}) {
  const id = useId();
  const [typed, setTyped] = useState(initialTyped);
  const [isOpen, setIsOpen] = useState(initialTyped !== '');
  const [sessionToken, setSessionToken] = useState(newSession);
  const results = usePlaceResults({ typed, near, sessionToken });
  const { asked, suggestions, error, seen, isFetching, isWaiting, hasNothing } = results;
  const isListShown = isOpen && typed.trim() !== '';
  const byHandAt = suggestions.length;
  /** Results that assume a typing mistake are shown below their own heading. */
  const guessesFrom = suggestions.findIndex(({ isGuess }) => isGuess);

  const type = (text: string) => {
    setTyped(text);
    setIsOpen(true);
    combobox.reset();
  };

  const choose = (at: number) => {
    const suggestion = suggestions[at];
    setIsOpen(false);
    if (!suggestion) return onEnterByHand(typed.trim());
    onChoose({ suggestion, sessionToken });
    setSessionToken(newSession());
  };

  const combobox = useCombobox({
    count: byHandAt + 1,
    isShown: isListShown,
    first: 0,
    hasFoot: true,
    submitsForm: false,
    onOpen: () => setIsOpen(true),
    onClose: () => setIsOpen(false),
    onEnter: (at) => !isWaiting && choose(at),
  });
  const { active, optionId } = combobox;

  const noteId = `${id}-note`;
  const problem = error && !seen ? messageOf(error) : errorText;
  return (
    <div className="grid gap-2">
      <SearchBox
        inputRef={inputRef}
        combobox={{ ...combobox.field, onFocus: () => setIsOpen(true) }}
        typed={typed}
        onType={type}
        onPastePlaces={onPastePlaces}
        hasNoRow={isWaiting && active === byHandAt}
        isFetching={isFetching}
        noteId={problem ? noteId : undefined}
      />
      {problem && (
        <p id={noteId} role="alert" className="type-caption font-semibold text-danger">
          {problem}
        </p>
      )}
      {results.isPriceUnknown && (
        <p role="status" className="type-caption text-ink-2">
          {m.places_price_unknown()}
        </p>
      )}
      {seen && <p className="type-caption text-ink-2">{m.places_search_seen()}</p>}
      <p className="sr-only" role="status">
        {isListShown &&
          !isFetching &&
          (!error || seen !== null) &&
          countSentence({ typed: asked, count: suggestions.length })}
      </p>
      <ul
        {...combobox.list}
        aria-label={m.places_search_results()}
        {...results.hold}
        className="overflow-hidden rounded-card bg-raised shadow-2"
      >
        {suggestions.map((suggestion, at) => (
          <Fragment key={suggestion.placeId}>
            {at === guessesFrom && (
              <li role="presentation" className="type-caption bg-sunken px-4 py-2 font-semibold text-ink-2">
                {m.places_guess()}
              </li>
            )}
            <Option id={optionId(at)} isActive={at === active} onPick={() => choose(at)}>
              {suggestion.isGuess && <span className="sr-only">{m.places_guess()}</span>}
              <Suggestion
                suggestion={suggestion}
                isOwned={isOwned(suggestion.placeId)}
                badge={
                  suggestion.dish ? (
                    <Pill kind="plain">
                      {m.places_dish({ name: suggestion.dish.name, price: numberOf(suggestion.dish.price) })}
                    </Pill>
                  ) : (
                    Badge && (
                      <Badge
                        placeId={suggestion.placeId}
                        placeIds={suggestions.map(({ placeId }) => placeId)}
                      />
                    )
                  )
                }
              />
            </Option>
          </Fragment>
        ))}
        <Option
          id={optionId(byHandAt)}
          isActive={byHandAt === active && !isWaiting}
          onPick={() => choose(byHandAt)}
          isFoot
        >
          <ByHand unknown={hasNothing ? asked : null} />
        </Option>
      </ul>
      {isListShown && hasNothing && noteWithoutResults}
    </div>
  );
}

const NO_SUGGESTIONS: readonly PlaceSuggestion[] = [];

/** Searches for the typed text. Without a network, the results are places that this device has seen. */
function usePlaceResults({
  typed,
  near,
  sessionToken,
}: {
  typed: string;
  near: Coordinates | null;
  sessionToken: string;
}) {
  const asked = useDebounced(typed.trim(), DEBOUNCE_MS);
  const { data, error, isFetching, isPlaceholderData } = useQuery(
    placeSuggestionsQuery({ typed: asked, near, sessionToken }),
  );
  const seen = useSeenPlaces({ typed: asked, near, isNeeded: isNetworkProblem(error) });
  const found = useMemo(() => data && measuredFrom(data.suggestions, near), [data, near]);
  const { rows: suggestions, ...hold } = useHeldWhilePressed(
    asked === '' ? NO_SUGGESTIONS : (seen ?? found ?? NO_SUGGESTIONS),
  );
  return {
    asked,
    suggestions,
    hold,
    error,
    seen,
    isFetching,
    isPriceUnknown: asked !== '' && data?.isPriceUnknown === true,
    /** Whether the rows are still the results of an earlier text. Enter then chooses no row. */
    isWaiting: asked !== typed.trim() || (isFetching && (data === undefined || isPlaceholderData)),
    hasNothing: suggestions.length === 0 && asked !== '' && !isFetching && (!error || seen !== null),
  };
}

function SearchBox({
  inputRef,
  combobox,
  typed,
  onType,
  onPastePlaces,
  hasNoRow,
  isFetching,
  noteId,
}: {
  inputRef: RefObject<HTMLInputElement | null>;
  combobox: ReturnType<typeof useCombobox>['field'] & { onFocus: () => void };
  typed: string;
  onType: (text: string) => void;
  onPastePlaces: ((text: string) => void) | undefined;
  /** Whether Enter chooses no row at present. */
  hasNoRow: boolean;
  isFetching: boolean;
  /** The id of the error; undefined if there is none. */
  noteId: string | undefined;
}) {
  return (
    <div className="relative">
      <Search className="pointer-events-none absolute top-[1.0625rem] left-4 size-5" aria-hidden="true" />
      <input
        ref={inputRef}
        type="text"
        {...combobox}
        aria-label={m.places_search_label()}
        {...(hasNoRow && { 'aria-activedescendant': undefined })}
        aria-describedby={noteId}
        aria-invalid={noteId ? true : undefined}
        enterKeyHint="search"
        maxLength={100}
        placeholder={m.places_search_placeholder()}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text').trim();
          if (!onPastePlaces || !/[\r\n]|https?:/.test(text)) return;
          event.preventDefault();
          onPastePlaces(text);
        }}
        className="input min-h-[3.375rem] w-full rounded-field border-[1.5px] border-line-strong bg-surface py-2.5 pr-14 pl-12 text-[1.125rem] leading-6 font-semibold placeholder:font-normal placeholder:text-ink-3 aria-invalid:border-2 aria-invalid:border-danger"
      />
      {isFetching && (
        <span className="busy-bars absolute top-[1.1875rem] right-14" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
      {typed !== '' && (
        <IconButton
          label={m.places_search_clear()}
          className="absolute top-[.3125rem] right-[.3125rem]"
          onClick={() => {
            onType('');
            inputRef.current?.focus();
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}

/** @param unknown the typed text if no place was found for it */
function ByHand({ unknown }: { unknown: string | null }) {
  return (
    <>
      <MapPinPlus className="size-5 flex-none text-ink-2" aria-hidden="true" />
      <span className="type-caption min-w-0 flex-[1_1_5rem] text-ink-2">
        {unknown !== null ? m.places_search_none({ typed: unknown }) : m.places_by_hand_question()}
      </span>
      <span className="type-caption font-bold text-brand-text underline underline-offset-3">
        {unknown !== null ? m.places_add_typed({ typed: unknown }) : m.places_by_hand()}
      </span>
    </>
  );
}

/** The click event follows the end of a press within this number of milliseconds, also after a touch. */
const CLICK_AFTER_PRESS_MS = 400;

/**
 * Returns the same rows while a finger or mouse button is down, even if new results arrive. New results could move
 * another row under the finger, or the pressed row could disappear before the click.
 */
function useHeldWhilePressed(rows: readonly PlaceSuggestion[]) {
  const [held, setHeld] = useState<readonly PlaceSuggestion[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    rows: held ?? rows,
    onPointerDown: () => {
      clearTimeout(timer.current);
      setHeld(rows);
    },
    onPointerUp: () => {
      timer.current = setTimeout(release, CLICK_AFTER_PRESS_MS);
    },
    onPointerLeave: () => {
      timer.current = setTimeout(release, CLICK_AFTER_PRESS_MS);
    },
    onPointerCancel: release,
    onClick: release,
  };
}

function Option({ isFoot = false, ...option }: OptionProps) {
  return (
    <ComboboxOption
      {...option}
      className={classes('flex-wrap py-2.5', isFoot ? 'min-h-12 bg-sunken' : 'min-h-15')}
    />
  );
}

type OptionProps = {
  id: string;
  isActive: boolean;
  isFoot?: boolean;
  onPick: () => void;
  children: ReactNode;
};

function Suggestion({
  suggestion,
  isOwned,
  badge,
}: {
  suggestion: PlaceSuggestion;
  isOwned: boolean;
  badge: ReactNode;
}) {
  const { name, nameMatches, address, categoryId, distanceMetres, isExample, businessStatus } = suggestion;
  const { kindOf } = useCategories();
  const hasClosed = businessStatus !== null && businessStatus !== 'operational';
  return (
    <>
      <CategoryIcon categoryId={categoryId} className="size-5 flex-none text-ink-2" />
      <span className="min-w-0 flex-[1_1_5.5rem]">
        <span className="flex flex-wrap items-center gap-x-2 text-[1rem] leading-[1.375rem] font-semibold">
          <span className={hasClosed ? 'text-ink-3' : undefined}>
            <Marked text={name} ranges={nameMatches} />
          </span>
          <ClosedPill status={businessStatus} />
          {isExample && <Pill kind="plain">{m.places_example()}</Pill>}
          {badge}
        </span>
        <span className="type-caption block text-ink-3">
          <NoWrap text={[kindOf(suggestion), shortAddress(address)].filter(Boolean).join(' · ')} />
        </span>
      </span>
      <span className="type-caption numbers ml-auto flex flex-none flex-col items-end gap-1 text-ink-3">
        {isOwned && <Pill kind="done">{m.places_owned()}</Pill>}
        {distanceMetres !== null && <span>{distanceOf(distanceMetres)}</span>}
      </span>
    </>
  );
}

const countSentence = ({ typed, count }: { typed: string; count: number }) =>
  count === 0 ? m.places_search_none({ typed }) : m.places_search_count({ count });

const newSession = () => v4();

/** Returns `value` after it has not changed for `milliseconds`. An empty text is returned immediately. */
function useDebounced(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return value === '' ? '' : settled;
}
