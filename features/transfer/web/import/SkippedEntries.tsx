import { m } from '#messages';
import type { SkipReason } from '#features/transfer/files/file-place.ts';
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

/** Shows the entries of the files that were not read as places. */
export function SkippedEntries({ files: { reading } }: { files: FileReading }) {
  if (reading.state !== 'read' || reading.result.skippedCount === 0) return null;
  const { skipped, skippedCount } = reading.result;
  const shown = skipped.slice(0, SHOWN);
  return (
    <details className="type-sub rounded-field bg-soft px-4 py-1 text-ink-2">
      <summary className="min-h-11 cursor-pointer content-center font-bold">
        {m.transfer_skipped({ count: numberOf(skippedCount) })}
      </summary>
      <p className="mb-2">{m.transfer_skipped_text()}</p>
      <ul className="mb-3 grid list-disc gap-1 pl-5">
        {shown.map(({ label, reason }, at) => (
          // The index is the key, because entries may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="break-words">
            {m.transfer_skipped_entry({
              name: label || m.transfer_skipped_nameless(),
              reason: REASONS[reason](),
            })}
          </li>
        ))}
      </ul>
      {skippedCount > shown.length && (
        <p className="mb-3">{m.transfer_skipped_more({ count: numberOf(skippedCount - shown.length) })}</p>
      )}
    </details>
  );
}
