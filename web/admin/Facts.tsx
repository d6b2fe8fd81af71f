import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';

/** Facts with dots between them. A line neither begins nor ends with a dot. */
export function Facts({ facts, className }: { facts: readonly ReactNode[]; className: string }) {
  return (
    <span className={classes('ticket-meta ticket-meta-lines numbers block', className)}>
      {facts.filter(Boolean).map((fact, position) => (
        <span key={position}>{fact}</span>
      ))}
    </span>
  );
}
