import { m } from '#messages';
import type { SkipReason } from '#features/transfer/files/file-place.ts';
import { isShortened } from '#features/transfer/new-rows.ts';
import { numberOf } from '#web/number-of.ts';
import type { FileReading } from './use-read-files.ts';

const REASONS: Record<SkipReason, () => string> = {
  nothing: m.transfer_skipped_nothing,
  shape: m.transfer_skipped_shape,
  web_page: m.transfer_skipped_web_page,
  table: m.transfer_skipped_table,
  zip: m.transfer_skipped_zip,
  line: m.transfer_skipped_line,
};

/** Number of entries that are listed by name. */
const SHOWN = 200;

/** Shows the entries of the files that were not read as places, and the places whose texts were shortened. */
export function SkippedEntries({ files: { reading } }: { files: FileReading }) {
  if (reading.state !== 'read') return null;
  const { skipped, skippedCount, conversationCount, places } = reading.result;
  const shortened = places.filter(isShortened).map(({ name, address }) => name || address);
  return (
    <>
      {skippedCount > 0 && (
        <Entries
          title={m.transfer_skipped({ count: numberOf(skippedCount) })}
          text={m.transfer_skipped_text()}
          entries={skipped.map(({ label, reason }) =>
            m.transfer_skipped_entry({
              name: label || m.transfer_skipped_nameless(),
              reason: REASONS[reason](),
            }),
          )}
          count={skippedCount}
        />
      )}
      <ShortenedEntries names={shortened} />
      {conversationCount > 0 && (
        <p className="type-sub text-ink-2">
          {m.transfer_conversation({ count: numberOf(conversationCount) })}
        </p>
      )}
    </>
  );
}

/** Shows the entries of shared lists that are not places, and the places whose texts were shortened. */
export function EntriesOfLists({
  lists,
}: {
  lists: readonly {
    leftOut: number;
    leftOutNames: readonly string[];
    shortenedNames: readonly string[];
  }[];
}) {
  const leftOut = lists.reduce((sum, list) => sum + list.leftOut, 0);
  const shortened = lists.flatMap(({ shortenedNames }) => shortenedNames);
  return (
    <>
      {leftOut > 0 && (
        <Entries
          title={m.transfer_skipped({ count: numberOf(leftOut) })}
          text={m.transfer_list_link_left_out({ count: numberOf(leftOut) })}
          entries={lists.flatMap(({ leftOutNames }) => leftOutNames)}
          count={leftOut}
        />
      )}
      <ShortenedEntries names={shortened} />
    </>
  );
}

function ShortenedEntries({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Entries
      title={m.transfer_cut({ count: numberOf(names.length) })}
      text={m.transfer_cut_text()}
      entries={names}
      count={names.length}
    />
  );
}

function Entries({
  title,
  text,
  entries,
  count,
}: {
  title: string;
  text: string;
  entries: readonly string[];
  count: number;
}) {
  const shown = entries.slice(0, SHOWN);
  return (
    <details className="type-sub rounded-field bg-soft px-4 py-1 text-ink-2">
      <summary className="min-h-11 cursor-pointer content-center font-bold">{title}</summary>
      <p className="mb-2">{text}</p>
      <ul className="mb-3 grid grid-cols-[minmax(0,1fr)] list-disc gap-1 pl-5">
        {shown.map((entry, at) => (
          // The index is the key, because entries may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="break-words">
            {entry}
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <p className="mb-3">{m.transfer_skipped_more({ count: numberOf(count - shown.length) })}</p>
      )}
    </details>
  );
}
