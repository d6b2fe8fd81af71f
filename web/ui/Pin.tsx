import type { TicketKind } from './Ticket.tsx';

const COLOURS: Record<TicketKind, string> = { todo: 'var(--todo)', done: 'var(--done)', prov: 'var(--prov)' };

/** A pin for a legend. The pin of 제공 has antennae, so that it differs in shape and colour. */
export function Pin({ kind, className }: { kind: TicketKind; className?: string }) {
  const colour = COLOURS[kind];
  return (
    <svg viewBox="0 -8 40 58" fill={colour} aria-hidden="true" className={className}>
      {kind === 'prov' && (
        <path d="M14 4L9-4M26 4l5-8" stroke={colour} strokeWidth="5" strokeLinecap="round" />
      )}
      <rect x="4" y="2" width="32" height="31" rx="10" />
      <rect x="16" y="32" width="8" height="11" />
      <rect x="6" y="41" width="28" height="7" rx="3" />
    </svg>
  );
}
