import type { ReactNode } from 'react';

/**
 * Shows a text with marked parts.
 * @param ranges [start, end) in UTF-16 code units, in order
 */
export function Marked({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) {
  const parts: ReactNode[] = [];
  let shown = 0;
  for (const [start, end] of ranges) {
    parts.push(
      text.slice(shown, start),
      <mark
        key={start}
        className="bg-transparent font-bold text-todo-text underline decoration-2 underline-offset-3"
      >
        {text.slice(start, end)}
      </mark>,
    );
    shown = end;
  }
  parts.push(text.slice(shown));
  return <>{parts}</>;
}
