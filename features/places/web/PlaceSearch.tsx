import { Search, X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { v4 } from 'uuid';
import { m } from '#messages';
import type { Coordinates } from '#common/geo.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { messageOf } from '#web/error-messages.ts';
import { useCombobox } from '#web/ui/combobox.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { type PlaceBadge, PlaceOptions } from './PlaceOptions.tsx';
import { usePlaceResults } from './use-place-results.ts';

type Props = {
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
  Badge?: PlaceBadge;
  /** The text of the option below the results, if it is not 지도에서 직접 찍기. */
  byHandLabel?: string;
};

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
  byHandLabel,
}: Props) {
  const id = useId();
  const [typed, setTyped] = useState(initialTyped);
  const [isOpen, setIsOpen] = useState(initialTyped !== '');
  const [sessionToken, setSessionToken] = useState(newSession);
  const results = usePlaceResults({ typed, near, sessionToken });
  const { asked, suggestions, error, seen, isFetching, isWaiting, hasNothing } = results;
  const isListShown = isOpen && typed.trim() !== '';
  const byHandAt = suggestions.length;
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
  const { active } = combobox;

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
      <PlaceOptions
        results={results}
        combobox={combobox}
        isOwned={isOwned}
        Badge={Badge}
        byHandLabel={byHandLabel}
        onChoose={choose}
      />
      {isListShown && hasNothing && noteWithoutResults}
    </div>
  );
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

const countSentence = ({ typed, count }: { typed: string; count: number }) =>
  count === 0 ? m.places_search_none({ typed }) : m.places_search_count({ count });

const newSession = () => v4();
