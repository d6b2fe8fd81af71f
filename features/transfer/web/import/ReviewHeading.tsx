import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { focusOn } from '#web/shell/focus.ts';
import { Button } from '#web/ui/Button.tsx';
import type { useMatching } from './imports.queries.ts';

/** The number of rows, the progress of the search for their places, and a link to the fields of the import. */
export function ReviewHeading({
  count,
  unmatched,
  matching,
}: {
  count: number;
  /** Number of rows whose place was not searched yet. */
  unmatched: number;
  matching: ReturnType<typeof useMatching>;
}) {
  return (
    <div className="grid gap-1">
      <h2 className="type-h1">{m.transfer_import_review({ count: numberOf(count) })}</h2>
      <p role="status" className="type-sub text-ink-2">
        {unmatched === 0
          ? m.transfer_import_kept()
          : (matching.isError ? m.transfer_search_stopped : m.transfer_searching)({
              done: numberOf(count - unmatched),
              count: numberOf(count),
            })}
      </p>
      {matching.isError && (
        <Button
          look="soft"
          size="small"
          className="justify-self-start"
          onClick={() => void matching.refetch()}
        >
          {m.transfer_retry()}
        </Button>
      )}
      <button
        type="button"
        // On a wide screen the fields are beside the rows. The button is then only for keyboard users, because the
        // fields come after the rows in the order of the focus.
        className="link min-h-11 justify-self-start lg:not-focus-visible:sr-only"
        onClick={() => {
          const fields = document.getElementById('import-fields');
          fields?.scrollIntoView();
          focusOn(fields);
        }}
      >
        {m.transfer_fields_go()}
      </button>
    </div>
  );
}
