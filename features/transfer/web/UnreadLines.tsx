import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '#messages';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { PlaceSearch } from '#features/places/web/places.public.ts';
import { myListQuery } from '#features/restaurants/web/restaurants.public.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';

/** What the member found for a line: a place of the index, or a name to enter by hand. */
export type FoundForLine = { suggestion: PlaceSuggestion } | { name: string };

/** Number of lines that are shown at first. */
const SHOWN = 5;

/** Lists the lines of a text that were not understood. Each line has a search, because it may name a place. */
export function UnreadLines({
  lines,
  conversationCount = 0,
  isFolded = false,
  onFound,
  onClear,
}: {
  lines: readonly string[];
  /** Number of lines of a chat that do not look like places. They are only counted. */
  conversationCount?: number;
  /** Whether only the number of lines is shown at first. */
  isFolded?: boolean;
  onFound: (line: string, found: FoundForLine) => void;
  onClear: () => void;
}) {
  const [isLong, setLong] = useState(false);
  const skipped = conversationCount > 0 && (
    <p className="type-sub text-ink-2">{m.transfer_conversation({ count: numberOf(conversationCount) })}</p>
  );
  if (lines.length === 0) return skipped || null;
  const shown = isLong ? lines : lines.slice(0, SHOWN);
  return (
    <details className="rounded-card bg-surface px-4 py-1 shadow-1" open={!isFolded}>
      <summary className="type-h3 min-h-11 cursor-pointer content-center">
        {m.transfer_unread({ count: numberOf(lines.length) })}
      </summary>
      <p className="type-caption text-ink-2">{m.transfer_unread_text()}</p>
      {skipped}
      <ul role="list" className="my-2 grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {shown.map((line, at) => (
          // The text may contain a line twice.
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={`${at} ${line}`} line={line} onFound={(found) => onFound(line, found)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-x-4">
        {shown.length < lines.length && (
          <button type="button" className="link min-h-11" onClick={() => setLong(true)}>
            {m.transfer_unread_more({ count: numberOf(lines.length - shown.length) })}
          </button>
        )}
        <button type="button" className="link min-h-11" onClick={onClear}>
          {m.transfer_unread_clear()}
        </button>
      </div>
    </details>
  );
}

function Line({ line, onFound }: { line: string; onFound: (found: FoundForLine) => void }) {
  const [isSearching, setSearching] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { data: list } = useQuery(myListQuery);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-1.5">
      <div className="flex items-center gap-3">
        <p className="type-sub line-clamp-3 min-w-0 flex-1 break-words">{line}</p>
        <Button
          look="soft"
          size="small"
          className="flex-none"
          aria-label={m.transfer_picture_line({ text: line })}
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          {m.transfer_unread_search()}
        </Button>
      </div>
      {isSearching && (
        <PlaceSearch
          inputRef={field}
          initialTyped={searchTextOf(line)}
          near={null}
          isOwned={(placeId) => list?.restaurants.some(({ id }) => id === placeId) ?? false}
          onChoose={({ suggestion }) => onFound({ suggestion })}
          onEnterByHand={(typed) => onFound({ name: typed || searchTextOf(line) })}
        />
      )}
    </li>
  );
}

/** Maximum length of the text that is searched for. */
const SEARCH_MAXIMUM = 60;

const searchTextOf = (line: string): string =>
  line
    .replace(/[^\p{Letter}\p{Number}\s&.-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SEARCH_MAXIMUM);
