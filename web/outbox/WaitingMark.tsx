import { m } from '#messages';
import { Pill } from '#web/ui/Pill.tsx';

/** The mark of a place or entry with an action that waits to be sent. */
export const WaitingMark = () => <Pill kind="plain">{m.outbox_waiting()}</Pill>;
