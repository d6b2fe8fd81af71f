import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Kind = 'todo' | 'done' | 'prov' | 'badge' | 'danger' | 'ink' | 'plain';

/** Pink is only for 방문 예정. A state that the member must notice is ink. */
const KINDS: Record<Kind, string> = {
  todo: 'bg-todo-tint text-todo-text',
  done: 'bg-done-tint text-done-text',
  prov: 'bg-prov-tint text-prov-text',
  badge: 'bg-prov text-on-fill',
  danger: 'bg-danger-tint text-danger',
  ink: 'bg-ink text-bg',
  plain: 'bg-sunken text-ink-2',
};

export function Pill({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <span
      className={classes(
        'type-stub inline-flex min-h-[1.375rem] flex-none items-center gap-1 rounded-[6px] px-2 whitespace-nowrap [&>svg]:size-3.5',
        KINDS[kind],
      )}
    >
      {children}
    </span>
  );
}
