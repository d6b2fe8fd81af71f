import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { notStored } from '#web/first-screen/not-stored.ts';
import { classes } from './classes.ts';
import { Rating } from './Rating.tsx';
import { SourceIcon, type SourceKind } from './SourceIcon.tsx';

/** The status of the place: to visit, visited, or provided. */
export type TicketKind = 'todo' | 'done' | 'prov';

type Opening = { isOpen: boolean; text: string };
type Source = { kind: SourceKind | null; text: string };

/**
 * A ticket (식권). Its children are a body (TicketLink, or a plain element with `ticket-body`) and a stub (TicketStub or
 * TicketStubFace).
 */
export function Ticket({
  kind,
  isSelected = false,
  className,
  children,
}: {
  /** The kind, which sets the colour of the stub. If it is undefined, the classes of the stub set the colour. */
  kind?: TicketKind;
  /** Whether the ticket is selected on the map. The outline then follows the notches. */
  isSelected?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <article
      className={classes('ticket', className)}
      data-kind={kind}
      data-selected={isSelected || undefined}
    >
      <div className="ticket-paper">{children}</div>
    </article>
  );
}

function TicketAnchor({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={classes('ticket-body', className)} />;
}

/** The body of a ticket as a link. It accepts the router's `to`, `params` and `search`. */
export const TicketLink: LinkComponent<typeof TicketAnchor> = createLink(TicketAnchor);

/** The facts of a place, on the body of a ticket. */
export function TicketFacts({
  name,
  rating,
  meta,
  wraps = false,
  opening,
  source,
  warning,
  photoUrl,
  aside,
}: {
  /** The name. Matches of a search are underlined in it. */
  name: ReactNode;
  /** The rating of the member. */
  rating?: number | null;
  /** The category, the distance and the address. Missing facts are left out. */
  meta: readonly ReactNode[];
  /** Whether the facts may take several lines, so that a match at the end of a long address is visible. */
  wraps?: boolean;
  /** The opening state. It is null if it is unknown. */
  opening?: Opening | null;
  source?: Source | null;
  /** A text that replaces the source, for example if the place has closed. */
  warning?: string | null;
  photoUrl?: string | null;
  /** Content after the name, such as the pill 예시. */
  aside?: ReactNode;
}) {
  const facts = meta.filter(Boolean);
  const text = (
    <>
      {/* If they do not fit on one line, the aside is below the name. */}
      <span className="flex flex-wrap items-center gap-x-2">
        <h3 className="type-h3 max-w-full truncate">{name}</h3>
        {aside && <span className="flex max-w-full flex-wrap gap-x-2 *:max-w-full *:truncate">{aside}</span>}
      </span>
      <p
        className={classes(
          'ticket-meta type-caption numbers leading-5 text-ink-2',
          wraps ? 'ticket-meta-lines' : 'ticket-line',
          !wraps && photoUrl && 'ticket-line-beside-photo',
        )}
      >
        {rating ? (
          <span>
            <Rating value={rating} />
          </span>
        ) : null}
        {facts.map((fact, position) => (
          <span key={position}>{fact}</span>
        ))}
      </p>
      {warning ? (
        <p className="type-caption mt-2 truncate font-semibold text-danger">{warning}</p>
      ) : (
        <>
          {opening && <OpeningLine {...opening} />}
          {source && source.text !== '' && <SourceLine {...source} />}
        </>
      )}
    </>
  );
  if (!photoUrl) return text;
  return (
    // If the text is large, the picture is below the text.
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="min-w-0 flex-[1_1_6.5rem]">{text}</span>
      <img
        src={photoUrl}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-14 flex-none rounded-inner bg-sunken object-cover"
      />
    </span>
  );
}

function OpeningLine({ isOpen, text }: Opening) {
  return (
    <p
      className={classes(
        'type-caption numbers truncate leading-5 font-semibold',
        isOpen ? 'text-done-text' : 'text-ink-2',
      )}
      // The opening state changes with time, so the stored first screen does not show it.
      {...notStored('now')}
    >
      {text}
    </p>
  );
}

function SourceLine({ kind, text }: Source) {
  return (
    <p className="type-caption mt-2 flex items-center gap-1.5 text-ink-2">
      <SourceIcon kind={kind} className="size-4 flex-none" />
      <span className="truncate">{text}</span>
    </p>
  );
}
