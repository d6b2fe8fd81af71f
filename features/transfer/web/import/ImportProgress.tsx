import { m } from '#messages';
import type { PlaceImport } from '#features/transfer/imports.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { handOverFocus } from './hand-over-focus.ts';

/** The progress of an import that is being saved or undone. */
export function ImportProgress({ imported, onCancel }: { imported: PlaceImport; onCancel: () => void }) {
  const isSaving = imported.state === 'saving';
  const done = imported.doneCount;
  const all = done + (isSaving ? imported.waitingCount : 0);
  return (
    <section
      ref={handOverFocus}
      aria-labelledby="import-progress"
      className="mx-auto grid w-full max-w-[640px] grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-surface p-5 shadow-1"
    >
      <h2 id="import-progress" className="type-h2">
        {isSaving ? m.transfer_import_saving() : m.transfer_import_undoing()}
      </h2>
      {isSaving && (
        <progress className="w-full" max={Math.max(1, all)} value={done} aria-labelledby="import-progress" />
      )}
      <p role="status" className="type-sub text-ink-2">
        {isSaving
          ? m.transfer_saving({ done: numberOf(done), count: numberOf(all) })
          : m.transfer_import_undoing_left({ count: numberOf(imported.waitingCount) })}
      </p>
      <p className="type-caption text-ink-2">{m.transfer_import_background()}</p>
      {isSaving && (
        <Button look="secondary" size="small" className="justify-self-start" onClick={onCancel}>
          {m.transfer_import_cancel()}
        </Button>
      )}
    </section>
  );
}
