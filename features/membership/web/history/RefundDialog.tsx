import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { type Payment, REFUND_REASON_MAXIMUM, RefundForm } from '#features/membership/membership.contract.ts';
import { errorCodesOf, contractResolver } from '#web/forms.ts';
import { messageOf } from '#web/error-messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { useRefund } from '../membership.queries.ts';
import { won } from '../won.ts';

export function RefundDialog({
  payment,
  onClose,
}: {
  /** The payment to refund; null if the dialog is closed. */
  payment: Payment | null;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={payment !== null} onClose={onClose} title={m.payment_refund_title()}>
      {payment && <RefundQuestion key={payment.paymentId} payment={payment} onDone={onClose} />}
    </Dialog>
  );
}

function RefundQuestion({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const refund = useRefund();
  const form = useForm({ resolver: contractResolver(RefundForm), defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason }) =>
    refund.mutate({ paymentId: payment.paymentId, reason }, { onSuccess: onDone }),
  );
  return (
    <form noValidate onSubmit={submit} className="mt-3 grid gap-4">
      <ul className="type-sub grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>{m.payment_refund_amount({ amount: won(payment.amount - payment.cancelledAmount) })}</li>
        <li>{m.payment_refund_ends()}</li>
        <li>{m.payment_refund_stays()}</li>
      </ul>
      <Field
        label={m.payment_refund_reason()}
        aside={m.payment_optional()}
        error={errorCodesOf(form.formState.errors.reason)}
      >
        <TextArea rows={2} maximum={REFUND_REASON_MAXIMUM} {...form.register('reason')} />
      </Field>
      <Alert>{refund.error && messageOf(refund.error)}</Alert>
      <div className="grid grid-cols-2 gap-2">
        <Button look="secondary" onClick={onDone}>
          {m.payment_refund_keep()}
        </Button>
        <Button type="submit" look="danger" isBusy={refund.isPending}>
          {m.payment_refund()}
        </Button>
      </div>
    </form>
  );
}
