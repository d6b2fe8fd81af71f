import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import type { Payment } from '#features/membership/membership.contract.ts';
import { paths } from '#web/paths.ts';
import { returnPath } from '#web/return-path.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { MoTv } from '#web/ui/MoTv.tsx';
import { useOnline } from '#web/online.ts';
import { outcomeQuery } from '../membership.queries.ts';
import { readReturn } from '../payment-return.ts';
import { type Outcome, outcomeOf, type Returned } from './outcome.rules.ts';
import { PaidFacts } from './PaidFacts.tsx';
import { paidTexts, OUTCOME_TEXTS } from './outcome-texts.ts';

export function OutcomePage({ returned }: { returned: Returned }) {
  const { data: payment, error, isFetching, refetch } = useQuery(outcomeQuery(returned.paymentId));
  const isUnknown = error?.code === 'membership.payment_not_found';
  // If the server is unreachable, the page treats the payment as pending.
  const ending = payment || error ? outcomeOf({ state: payment?.state ?? 'pending', returned }) : null;
  return (
    <Page
      title={m.shell_menu_payment()}
      className="grid min-h-[70dvh] max-w-[480px] content-center justify-items-center gap-6 text-center"
    >
      {isUnknown ? (
        <ErrorState error={error} title={m.payment_unknown_title()} text={m.payment_unknown_text()} />
      ) : (
        <OutcomeText ending={ending} payment={payment} returned={returned} />
      )}
      {!isUnknown && isUnresolved(ending) && <PendingAction hasFailed={error !== null} />}
      <NextStep ending={isUnknown ? 'unknown' : ending} isAsking={isFetching} onAsk={() => void refetch()} />
    </Page>
  );
}

const isUnresolved = (ending: Outcome | null): boolean =>
  ending === null || ending === 'unconfirmed' || ending === 'unsure';

function OutcomeText({
  ending,
  payment,
  returned,
}: {
  ending: Outcome | null;
  payment: Payment | undefined;
  returned: Returned;
}) {
  const { title, text } = outcomeTexts({ ending, payment, returned });
  return (
    <div className="grid w-full justify-items-center gap-2">
      <MoTv shows={TV_PICTURES[ending ?? 'unsure']} />
      <h2 key={title} ref={focusHeading} tabIndex={-1} className="type-h2 outline-none">
        {title}
      </h2>
      {text !== '' && <p className="type-sub whitespace-pre-line text-ink-2">{text}</p>}
      {ending === 'paid' && payment && <PaidFacts payment={payment} />}
    </div>
  );
}

/** Moves the focus to the result, because the pay button is no longer on the page. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

const TV_PICTURES: Record<Outcome, Parameters<typeof MoTv>[0]['shows']> = {
  paid: 'bowl',
  unconfirmed: 'bars',
  unsure: 'bars',
  cancelled: 'bowl',
  closed: 'bowl',
  failed: 'bars',
  expired: 'bars',
  mismatch: 'bars',
  refunded: 'bowl',
};

function outcomeTexts({
  ending,
  payment,
  returned,
}: {
  ending: Outcome | null;
  payment: Payment | undefined;
  returned: Returned;
}): { title: string; text: string } {
  if (ending === null) return { title: m.payment_confirming_title(), text: '' };
  if (ending === 'paid' && payment) return paidTexts(payment);
  return OUTCOME_TEXTS[ending]({ state: payment?.state ?? 'pending', returned });
}

function PendingAction({ hasFailed }: { hasFailed: boolean }) {
  const isOnline = useOnline();
  const onlineText = hasFailed ? m.payment_asking_failed() : m.payment_confirming_again();
  const text = isOnline ? onlineText : m.payment_asking_offline();
  return (
    <p role="status" className="type-caption inline-flex items-center gap-2 text-ink-2">
      <span className="busy-bars flex-none" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {text}
    </p>
  );
}

function NextStep({
  ending,
  isAsking,
  onAsk,
}: {
  ending: Outcome | 'unknown' | null;
  isAsking: boolean;
  onAsk: () => void;
}) {
  const navigate = useNavigate();
  const [from] = useState(readReturn);
  const continueTo = () => void navigate({ href: from === null ? paths.home : returnPath(from) });
  const retryPayment = () =>
    void navigate({
      to: paths.payment,
      search: {},
      replace: true,
      state: { ...(from !== null && { from }) },
    });
  const history = (
    <LinkButton to={paths.paymentHistory} look="secondary">
      {m.payment_to_history()}
    </LinkButton>
  );
  switch (ending) {
    case null:
      return null;
    case 'paid':
      return (
        <Actions>
          <Button onClick={continueTo}>{from === null ? m.payment_to_list() : m.payment_go_on()}</Button>
          {history}
        </Actions>
      );
    case 'unconfirmed':
      return (
        <Actions>
          <Button isBusy={isAsking} onClick={onAsk}>
            {m.payment_ask_again()}
          </Button>
          {history}
        </Actions>
      );
    case 'unsure':
      return (
        <Actions>
          <Button isBusy={isAsking} onClick={onAsk}>
            {m.payment_ask_again()}
          </Button>
          <Button look="secondary" onClick={retryPayment}>
            {m.payment_pay_again()}
          </Button>
        </Actions>
      );
    case 'cancelled':
    case 'closed':
    case 'failed':
    case 'expired':
      return (
        <Actions>
          <Button onClick={retryPayment}>{m.payment_pay_again()}</Button>
          <Button look="secondary" onClick={continueTo}>
            {from === null ? m.payment_to_list() : m.payment_go_on()}
          </Button>
        </Actions>
      );
    case 'unknown':
      return (
        <Actions>
          <LinkButton to={paths.paymentHistory}>{m.payment_to_history()}</LinkButton>
          <Button look="secondary" onClick={continueTo}>
            {from === null ? m.payment_to_list() : m.payment_go_on()}
          </Button>
        </Actions>
      );
    case 'mismatch':
    case 'refunded':
      return <Actions>{history}</Actions>;
  }
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="grid w-full gap-2.5">{children}</div>
);
