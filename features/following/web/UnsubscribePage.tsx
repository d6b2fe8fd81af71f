import { useParams } from '@tanstack/react-router';
import { MailX } from 'lucide-react';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import { AccountFrame, FormAlert } from '#features/account/web/account-frame.public.ts';
import { dateOf } from '#web/date-of.ts';
import { Button } from '#web/ui/Button.tsx';
import { useEndSubscription } from './following.queries.ts';
import { MAIL_NAMES } from './mail-names.ts';

/**
 * The page to which the unsubscribe link leads. The subscription ends only when a button is pressed, because virus
 * scanners also open the links in mails.
 */
export function UnsubscribePage() {
  const { token } = useParams({ from: '/unsubscribe/$token' });
  const { mutate, data, error, isPending } = useEndSubscription();
  return (
    <AccountFrame
      colour="green"
      title={m.following_unsubscribe_title()}
      lead={[m.following_unsubscribe_lead(), m.following_unsubscribe_lead_more()]}
      footer={null}
    >
      {data ? (
        <div role="status" className="grid gap-3">
          <p className="flex items-start gap-3 font-bold">
            <MailX className="mt-0.5 size-5 flex-none text-brand" aria-hidden="true" />
            {m.following_unsubscribe_done({
              day: dateOf(data.endedAt, { zone: KOREA }),
              name: MAIL_NAMES[data.kind](),
            })}
          </p>
          <p className="type-sub text-ink-2">{m.following_unsubscribe_again()}</p>
        </div>
      ) : (
        <div className="grid gap-4">
          <p className="text-ink-2">{m.following_unsubscribe_text()}</p>
          <FormAlert problem={error} otherwise={m.following_unsubscribe_failed()} />
          <Button isBusy={isPending} className="w-full" onClick={() => mutate(token)}>
            {m.following_unsubscribe_submit()}
          </Button>
        </div>
      )}
    </AccountFrame>
  );
}
