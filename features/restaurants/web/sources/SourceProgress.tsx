import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import type { SourceView } from '../provided/provided.rules.ts';

/**
 * Shows my progress as a text, such as 12곳 중 3곳 다녀왔어요, and as a bar. Visited places are green, planned places are pink.
 */
export function SourceProgress({ view: { total, visited, linked } }: { view: SourceView }) {
  const share = (count: number) => `${(count * 100) / total}%`;
  return (
    <div className="grid gap-1.5">
      <p className="type-sub numbers font-semibold">
        {visited === total
          ? m.provided_progress_all({ total: numberOf(total) })
          : m.provided_progress({ total: numberOf(total), visited: numberOf(visited) })}
      </p>
      <div
        className="flex h-2 overflow-hidden rounded-full bg-soft inset-ring-1 inset-ring-line"
        aria-hidden="true"
      >
        <span className="bg-done transition-[width]" style={{ width: share(visited) }} />
        <span className="bg-todo transition-[width]" style={{ width: share(linked - visited) }} />
      </div>
    </div>
  );
}
