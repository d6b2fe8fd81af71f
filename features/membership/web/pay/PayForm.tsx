import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import { NewOrder } from '#features/membership/membership.contract.ts';
import { dateOf } from '#web/date-of.ts';
import { errorCodesOf, contractResolver } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import type { Payable } from '../membership.queries.ts';
import { won } from '../won.ts';
import { MethodChoice } from './MethodChoice.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import type { PaymentFailure, usePay } from './use-pay.ts';

export function PayForm({
  membership,
  paying: { pay, isBusy, trouble },
  isAsking,
  onAsk,
}: {
  membership: Payable;
  paying: ReturnType<typeof usePay>;
  /** Whether the dialog about extending the membership is open. */
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}) {
  const { payment, price, nextPeriod, tier } = membership;
  const [first] = payment.methods;
  const form = useForm({
    resolver: contractResolver(NewOrder),
    defaultValues: { ...(first && { payMethod: first }), addsYear: false },
  });
  const { register, handleSubmit, formState } = form;
  const amount = won(price.amount);
  const { sdkUrl } = payment;
  const submit = handleSubmit((order) => (tier === 'paid' ? onAsk(true) : pay({ order, sdkUrl })));
  const addYear = handleSubmit((order) => {
    onAsk(false);
    pay({ order: { ...order, addsYear: true }, sdkUrl });
  });
  return (
    <form noValidate onSubmit={submit} className="grid content-start gap-[18px]">
      {tier === 'paid' && (
        <p className="type-sub rounded-field bg-prov-tint px-4 py-3 text-prov-text">
          {m.payment_already({
            until: dateOf(nextPeriod.from, { zone: KOREA }),
            to: dateOf(nextPeriod.to, { zone: KOREA }),
          })}
        </p>
      )}
      <MethodChoice methods={payment.methods} {...register('payMethod')} />
      <OrderFacts {...membership} />
      <Checkbox
        {...register('consent')}
        label={
          <>
            {m.payment_consent()}{' '}
            <Link to={paths.refunds} target="_blank" className="link whitespace-nowrap">
              {m.payment_consent_policy()}
            </Link>
          </>
        }
        error={errorCodesOf(formState.errors.consent)}
      />
      <StickyActions>
        <div className="grid gap-2.5">
          <PaymentAlert trouble={trouble} />
          {payment.allowsTestChannel && <TestPaymentNotice />}
          <Button type="submit" isBusy={isBusy} className="numbers w-full">
            {!isBusy && <LockKeyhole aria-hidden="true" />}
            {m.payment_pay({ amount })}
          </Button>
        </div>
      </StickyActions>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => onAsk(false)}
        title={m.payment_add_year_title()}
        text={m.payment_add_year_text({
          until: dateOf(nextPeriod.from, { zone: KOREA }),
          to: dateOf(nextPeriod.to, { zone: KOREA }),
          amount,
        })}
        confirmLabel={m.payment_add_a_year()}
        onConfirm={() => void addYear()}
      />
    </form>
  );
}

function TestPaymentNotice() {
  return (
    <p className="type-caption flex flex-wrap items-center gap-2 text-ink-2">
      <Pill kind="plain">{m.payment_test()}</Pill>
      {m.payment_test_text()}
    </p>
  );
}

function PaymentAlert({ trouble }: { trouble: PaymentFailure | null }) {
  return (
    <Alert>
      {trouble && (
        <>
          {describeIssue(trouble)}
          {trouble.is === 'script' && (
            <>
              {' '}
              <button
                type="button"
                className="link min-h-11 px-2 text-current"
                onClick={() => window.location.reload()}
              >
                {m.payment_reload()}
              </button>
            </>
          )}
        </>
      )}
    </Alert>
  );
}

function describeIssue(trouble: PaymentFailure): string {
  if (trouble.is === 'offline') return m.payment_offline();
  if (trouble.is === 'script') return m.payment_script_missing();
  const text = messageOf(trouble.problem);
  return trouble.problem.code === 'membership.payment_unconfirmed'
    ? text
    : `${text} ${m.payment_nothing_charged()}`;
}
