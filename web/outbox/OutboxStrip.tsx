import { Link } from '@tanstack/react-router';
import { ChevronRight, CloudAlert, CloudUpload } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { useLostActions } from './lost-actions.ts';
import { useOutboxCount } from './page-outbox.ts';

/** A link to the actions that wait to be sent, were refused, or are lost. Shows nothing if there are none. */
export function OutboxStrip() {
  const count = useOutboxCount();
  const lost = Object.values(useLostActions()).reduce((sum, each) => sum + each, 0);
  if (count + lost === 0) return null;
  const Icon = lost > 0 ? CloudAlert : CloudUpload;
  return (
    <Link
      to={paths.outbox}
      className="type-caption flex min-h-11 items-center gap-2 rounded-small bg-soft px-3 py-2 font-semibold text-ink-2"
    >
      <Icon className="size-4 flex-none" aria-hidden="true" />
      <span className="flex-1">
        {lost > 0 ? m.outbox_lost_title({ count: lost }) : m.outbox_title_count({ count })}
      </span>
      <ChevronRight className="size-4 flex-none" aria-hidden="true" />
    </Link>
  );
}
