import { ChevronDown, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';

/**
 * A question with its answer. The anchor is on the answer. If a browser follows a link to the anchor, it opens the
 * `<details>` around the answer.
 * The search reads all texts marked with `data-text`.
 */
export function FaqItem({
  id,
  question,
  children,
  isOpen,
}: {
  id: string;
  question: ReactNode;
  children: ReactNode;
  isOpen?: boolean | undefined;
}) {
  return (
    <details open={isOpen} className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center gap-3 py-3 [&::-webkit-details-marker]:hidden">
        <h3 data-text="" className="min-w-0 flex-1 font-bold">
          {question}
        </h3>
        <ChevronDown
          className="size-5 flex-none text-ink-3 transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div id={id} className="grid max-w-[36em] scroll-mt-36 gap-2 pb-4 text-ink-2">
        {children}
        <a
          href={`#${id}`}
          className="type-sub inline-flex min-h-11 w-fit items-center gap-1.5 text-ink-3 hover:underline print:hidden"
        >
          <Link2 className="size-4" aria-hidden="true" />
          {m.faq_link()}
        </a>
      </div>
    </details>
  );
}
