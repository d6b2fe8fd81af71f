import { Link } from '@tanstack/react-router';
import { ChevronRight, CloudUpload } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { useOutboxCount } from './page-outbox.ts';

/** Link to the actions that wait to be sent or were refused; nothing if there are none. */
export function OutboxStrip() {
  const count = useOutboxCount();
  if (count === 0) return null;
  return (
    <Link
      to={paths.outbox}
      className="type-caption flex min-h-11 items-center gap-2 rounded-small bg-sunken px-3 py-2 font-semibold text-ink-2"
    >
      <CloudUpload className="size-4 flex-none" aria-hidden="true" />
      <span className="flex-1">{m.outbox_title_count({ count })}</span>
      <ChevronRight className="size-4 flex-none" aria-hidden="true" />
    </Link>
  );
}
