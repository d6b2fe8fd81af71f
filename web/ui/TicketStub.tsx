import { Bookmark, RadioTower } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { Stamp } from './Stamp.tsx';
import type { TicketKind } from './Ticket.tsx';

const STUB_LABELS: Record<TicketKind, (inputs: { name: string }) => string> = {
  todo: m.kit_stub_todo_label,
  done: m.kit_stub_done_label,
  prov: m.kit_stub_prov_label,
};

/**
 * The stub of a ticket with its status, as a button. A change from 방문 예정 to 방문 완료 plays the tear and stamp
 * animations. They do not play at the press, but when `kind` has become `done`, because the change may be refused.
 */
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
  /** Whether the member pressed the stub of a place to visit, and the animations have not ended since. */
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

/** The stub of a ticket that is not a button. Its content is usually a `TicketStubState`. */
export function TicketStubFace({ children }: { children: ReactNode }) {
  return <div className="ticket-stub type-stub">{children}</div>;
}

/** The status on a stub: the stamp of a visit, or an icon with a text. */
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
