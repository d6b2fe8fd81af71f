import type { ReactNode } from 'react';

/** One fact about a place. It has an icon. `label` is a text for screen readers. */
export function Fact({ icon, label, children }: { icon: ReactNode; label?: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 [&>span:first-child>svg]:size-5">
      <span className="mt-px flex-none text-ink-3" aria-hidden="true">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        {label && <span className="sr-only">{label}: </span>}
        {children}
      </div>
    </li>
  );
}
