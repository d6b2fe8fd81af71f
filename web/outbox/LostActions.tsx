import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { findKind } from './actions.ts';
import { forgetLoss, useLostActions } from './lost-actions.ts';
import { currentOutbox } from './page-outbox.ts';

/**
 * Shows the number of actions, by kind, that the browser deleted before they were sent. Shows nothing if there are
 * none.
 */
export function LostActions() {
  const lost = Object.entries(useLostActions());
  const { data: labels = {} } = useQuery({
    queryKey: ['outbox-labels', lost.map(([kind]) => kind)],
    queryFn: async () => Object.fromEntries(await Promise.all(lost.map(([kind]) => labelOf(kind)))),
    networkMode: 'always',
    staleTime: Infinity,
  });
  if (lost.length === 0) return null;
  const total = lost.reduce((sum, [, count]) => sum + count, 0);
  return (
    <section
      aria-labelledby="lost-actions"
      className="mb-4 grid justify-items-start gap-2 rounded-card bg-surface p-5 shadow-1"
    >
      <h2 id="lost-actions" className="flex items-center gap-2 font-bold text-danger">
        <CircleAlert className="size-5 flex-none" aria-hidden="true" />
        {m.outbox_lost_title({ count: numberOf(total) })}
      </h2>
      <ul role="list" className="type-body">
        {lost.map(([kind, count]) => (
          <li key={kind}>{m.outbox_lost_kind({ what: labels[kind] ?? '', count: numberOf(count) })}</li>
        ))}
      </ul>
      <p className="type-sub text-ink-2">{m.outbox_lost_text()}</p>
      <Button look="secondary" size="small" className="mt-1" onClick={confirm}>
        {m.outbox_lost_confirm()}
      </Button>
    </section>
  );
}

function confirm(): void {
  const account = currentOutbox()?.account;
  if (account !== undefined) forgetLoss(account);
}

const labelOf = async (kind: string) =>
  [kind, (await findKind({ kind }))?.label() ?? m.outbox_unknown()] as const;
