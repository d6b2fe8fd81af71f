import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { ClosedPill, PlaceSearch } from '#features/places/web/places.public.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import {
  namedPlacesOf,
  type PicturedPlace,
  pictureCandidates,
  picturedPlaceOf,
} from '#features/transfer/pictures/pictured-place.rules.ts';
import type { RecognisedLine } from '#features/transfer/pictures/recognised-lines.rules.ts';
import { messageOf } from '#web/error-messages.ts';
import { numberOf } from '#web/number-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { Option } from '../Option.tsx';
import {
  type ChosenPicture,
  linesQuery,
  openedPictureQuery,
  picturedPlacesQuery,
} from './pictures.queries.ts';
import { RecognitionProgress } from './RecognitionProgress.tsx';

/** What the member chose for a picture: a place of the index, or a place to enter by hand. */
export type PictureChoice =
  | { from: 'maps'; suggestion: PlaceSuggestion }
  | { from: 'hand'; name: string; address: string; phoneNumber: string };

const NOTHING_READ: PicturedPlace = { names: [], address: '', phoneNumber: '' };

/** One picture, with the text that was read in it, the places that it may show, and a search. */
export function PictureCard({
  picture,
  number,
  isOnly,
  choices,
  onChoose,
  onRemove,
}: {
  picture: ChosenPicture;
  /** Number of the picture, from 1. */
  number: number;
  isOnly: boolean;
  choices: readonly PictureChoice[];
  onChoose: (choices: readonly PictureChoice[]) => void;
  onRemove: () => void;
}) {
  const opened = useQuery(openedPictureQuery(picture));
  const reading = useQuery({ ...linesQuery(picture), enabled: opened.data !== undefined });
  const lines = reading.data ?? [];
  const pictured = lines.length > 0 ? picturedPlaceOf(lines) : NOTHING_READ;
  /** The text to search for. `taps` is the key of the search. Therefore every tap on a line starts a new search. */
  const [typed, setTyped] = useState({ text: '', taps: 0 });
  const searchField = useRef<HTMLInputElement>(null);
  const { data: list } = useQuery(myListQuery);
  const owned = new Set(list?.restaurants.map(({ id }) => id));
  const search = (text: string) => setTyped({ text, taps: typed.taps + 1 });
  const hasText = pictured.names.length > 0 || pictured.address !== '';
  const searched = useQuery({ ...picturedPlacesQuery(pictured), enabled: reading.isSuccess && hasText });
  const named = namedPlacesOf({ pictured, found: searched.data ?? [] });
  const isSeveral = named.length > 0;
  const choose = (choice: PictureChoice) => {
    const others = choices.filter((each) => keyOfChoice(each) !== keyOfChoice(choice));
    if (!isSeveral) onChoose([choice]);
    else onChoose(others.length < choices.length ? others : [...others, choice]);
  };

  return (
    <li
      aria-label={m.transfer_picture_number({ number: numberOf(number) })}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card bg-surface p-4 shadow-1 md:grid-cols-2"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        <div className="relative">
          {opened.data ? (
            <PictureWithLines
              {...opened.data}
              lines={lines}
              number={number}
              isOnly={isOnly}
              onLine={search}
            />
          ) : (
            <div className="h-40 rounded-inner bg-sunken" />
          )}
          <span className="absolute top-1 right-1 rounded-full bg-surface shadow-1">
            <IconButton label={m.transfer_picture_remove({ number: numberOf(number) })} onClick={onRemove}>
              <X aria-hidden="true" />
            </IconButton>
          </span>
        </div>
        <Progress picture={picture} />
        <Lines lines={lines} onLine={search} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        <p role="status" className="type-sub text-ink-2 empty:absolute">
          {searched.isFetching && m.transfer_picture_searching()}
        </p>
        <Alert>{searched.error && !searched.isFetching && messageOf(searched.error)}</Alert>
        <Candidates
          candidates={isSeveral ? named : pictureCandidates({ pictured, found: searched.data ?? [] })}
          isSeveral={isSeveral}
          isSearched={reading.isSuccess && (searched.isSuccess || !hasText)}
          choices={choices}
          owned={owned}
          onChoose={choose}
        />
        <PlaceSearch
          key={typed.taps}
          inputRef={searchField}
          initialTyped={typed.text}
          near={null}
          isOwned={(placeId) => owned.has(placeId)}
          onChoose={({ suggestion }) => {
            choose({ from: 'maps', suggestion });
            search('');
          }}
          onEnterByHand={(text) => {
            const { names, address, phoneNumber } = pictured;
            choose({ from: 'hand', name: text || (names[0] ?? ''), address, phoneNumber });
            search('');
          }}
        />
      </div>
    </li>
  );
}

/**
 * The picture with its lines as buttons. Keyboards and screen readers use a separate list of the lines instead of these
 * buttons.
 */
function PictureWithLines({
  pixels: { width, height },
  preview,
  lines,
  number,
  isOnly,
  onLine,
}: {
  pixels: ImageData;
  preview: string;
  lines: readonly RecognisedLine[];
  number: number;
  isOnly: boolean;
  onLine: (text: string) => void;
}) {
  return (
    <div className="flex justify-center overflow-hidden rounded-inner bg-sunken">
      <div className="relative">
        <img
          src={preview}
          width={width}
          height={height}
          alt={m.transfer_picture_number({ number: numberOf(number) })}
          className={classes(
            'h-auto w-auto max-w-full',
            isOnly ? 'max-h-[46vh] md:max-h-[60vh]' : 'max-h-56',
          )}
        />
        <div aria-hidden="true">
          {lines.map((line) => (
            <button
              key={`${line.left} ${line.top}`}
              type="button"
              tabIndex={-1}
              aria-label={m.transfer_picture_line({ text: line.text })}
              className="absolute rounded-[3px] bg-brand/15 outline-2 outline-brand"
              style={{
                left: `${(100 * line.left) / width}%`,
                top: `${(100 * line.top) / height}%`,
                width: `${(100 * line.width) / width}%`,
                height: `${(100 * line.height) / height}%`,
              }}
              onClick={() => onLine(line.text)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Progress({ picture }: { picture: ChosenPicture }) {
  const opened = useQuery(openedPictureQuery(picture));
  const { queryKey, ...query } = linesQuery(picture);
  const reading = useQuery({ ...query, queryKey, enabled: opened.data !== undefined });
  return (
    <RecognitionProgress
      picture={picture}
      reading={reading}
      queryKey={queryKey}
      isEmpty={reading.data?.length === 0}
    />
  );
}

function Lines({ lines, onLine }: { lines: readonly RecognisedLine[]; onLine: (text: string) => void }) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <div>
      <h3 id={id} className="type-sub font-bold">
        {m.transfer_picture_lines()}
      </h3>
      <p className="type-caption text-ink-2">{m.transfer_picture_lines_text()}</p>
      <ul
        role="list"
        aria-labelledby={id}
        className="mt-2 flex max-h-52 flex-wrap gap-1.5 overflow-y-auto p-0.5"
      >
        {lines.map(({ text, left, top }) => (
          <li key={`${left} ${top}`} className="max-w-full">
            <button
              type="button"
              aria-label={m.transfer_picture_line({ text })}
              className="type-sub min-h-11 max-w-full rounded-inner bg-sunken px-3 py-1.5 text-left break-words hover:bg-soft"
              onClick={() => onLine(text)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The places that the picture may show, and those that the member has found in another way.
 * @param isSeveral whether the picture names several places, so that several can be chosen
 */
function Candidates({
  candidates,
  isSeveral,
  isSearched,
  choices,
  owned,
  onChoose,
}: {
  candidates: readonly PlaceSuggestion[];
  isSeveral: boolean;
  isSearched: boolean;
  choices: readonly PictureChoice[];
  owned: ReadonlySet<string>;
  onChoose: (choice: PictureChoice) => void;
}) {
  const id = useId();
  const { kindOf } = useCategories();
  const group = isSeveral ? undefined : id;
  const suggested = candidates.map((suggestion): PictureChoice => ({ from: 'maps', suggestion }));
  const shown = [
    ...new Map([...suggested, ...choices].map((choice) => [keyOfChoice(choice), choice])).values(),
  ];
  if (shown.length === 0)
    return (
      <p role="status" className="type-sub text-ink-2 empty:absolute">
        {isSearched && m.transfer_picture_none()}
      </p>
    );
  const chosenKeys = new Set(choices.map(keyOfChoice));
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <legend className="type-h3 mb-2">
        {isSeveral ? m.transfer_picture_several() : m.transfer_picture_candidates()}
      </legend>
      {shown.map((choice) => {
        const key = keyOfChoice(choice);
        const common = { group, isChosen: chosenKeys.has(key), onChoose: () => onChoose(choice) };
        if (choice.from === 'hand')
          return (
            <Option
              {...common}
              key={key}
              name={m.transfer_picture_by_hand({ name: choice.name })}
              text={choice.address}
            />
          );
        const { suggestion } = choice;
        return (
          <Option
            {...common}
            key={key}
            name={
              <>
                {suggestion.name}
                <ClosedPill status={suggestion.businessStatus} />
                {owned.has(suggestion.placeId) && <Pill kind="plain">{m.transfer_already()}</Pill>}
              </>
            }
            text={[kindOf(suggestion), shortAddress(suggestion.address)].filter(Boolean).join(' · ')}
          />
        );
      })}
    </fieldset>
  );
}

const keyOfChoice = (choice: PictureChoice): string =>
  choice.from === 'maps' ? choice.suggestion.placeId : `hand ${choice.name}`;
