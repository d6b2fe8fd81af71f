import { createLink, type LinkComponent } from '@tanstack/react-router';
import { Bookmark, RadioTower } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { m } from '#messages';
import { notStored } from '#web/first-screen/not-stored.ts';
import { classes } from './classes.ts';
import { Rating } from './Rating.tsx';
import { SourceIcon, type SourceKind } from './SourceIcon.tsx';
import { Stamp } from './Stamp.tsx';

export type TicketKind = 'todo' | 'done' | 'prov';

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

/** The body of a ticket as a link. It accepts the router's `to`, `params` and `search`. */
export const TicketLink: LinkComponent<typeof TicketAnchor> = createLink(TicketAnchor);

function TicketAnchor({ className, ...rest }: ComponentProps<'a'>) {
  return <a {...rest} className={classes('ticket-body', className)} />;
}

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
  opening?: { isOpen: boolean; text: string } | null;
  source?: { kind: SourceKind | null; text: string } | null;
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
          wraps ? 'ticket-meta-lines' : photoUrl ? 'ticket-line ticket-line-beside-photo' : 'ticket-line',
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
      {!warning && opening && (
        <p
          className={classes(
            'type-caption numbers truncate leading-5 font-semibold',
            opening.isOpen ? 'text-done-text' : 'text-ink-2',
          )}
          {...notStored('now')}
        >
          {opening.text}
        </p>
      )}
      {warning && <p className="type-caption mt-2 truncate font-semibold text-danger">{warning}</p>}
      {!warning && source && source.text !== '' && (
        <p className="type-caption mt-2 flex items-center gap-1.5 text-ink-2">
          <SourceIcon kind={source.kind} className="size-4 flex-none" />
          <span className="truncate">{source.text}</span>
        </p>
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

/** The stub of a ticket with its status. A change from 방문 예정 to 방문 완료 plays the tear and stamp animations. */
export function TicketStub({
  kind,
  placeName,
  visitedOn,
  onPress,
}: {
  kind: TicketKind;
  placeName: string;
  /** The date of the visit, such as '4.18'. */
  visitedOn?: string | null;
  onPress: () => void;
}) {
  const [wasTorn, setTorn] = useState(false);
  const isTearing = wasTorn && kind === 'done';
  return (
    <button
      type="button"
      className="ticket-stub type-stub"
      data-tearing={isTearing || undefined}
      onAnimationEnd={() => setTorn(false)}
      onClick={() => {
        setTorn(kind === 'todo');
        if (kind === 'todo') navigator.vibrate?.(10);
        onPress();
      }}
    >
      <span className="sr-only">{STUB_LABELS[kind]({ name: placeName })}</span>
      <span className="contents" aria-hidden="true">
        <TicketStubState kind={kind} visitedOn={visitedOn} isLanding={isTearing} />
      </span>
    </button>
  );
}

export function TicketStubFace({ children }: { children: ReactNode }) {
  return <div className="ticket-stub type-stub">{children}</div>;
}

export function TicketStubState({
  kind,
  visitedOn,
  isLanding = false,
}: {
  kind: TicketKind;
  visitedOn?: string | null | undefined;
  isLanding?: boolean;
}) {
  if (kind === 'done') return <Stamp date={visitedOn} isLanding={isLanding} />;
  if (kind === 'prov')
    return (
      <>
        <RadioTower className="size-5" aria-hidden="true" />
        {m.kit_stub_prov()}
      </>
    );
  return (
    <>
      <Bookmark className="size-5" aria-hidden="true" />
      {m.kit_status_todo()}
    </>
  );
}

const STUB_LABELS: Record<TicketKind, (inputs: { name: string }) => string> = {
  todo: m.kit_stub_todo_label,
  done: m.kit_stub_done_label,
  prov: m.kit_stub_prov_label,
};
