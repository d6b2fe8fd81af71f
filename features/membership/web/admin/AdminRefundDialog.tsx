import { useForm } from 'react-hook-form';
import { m } from '#messages';
import {
  type AdminPayment,
  AdminRefund,
  REFUND_REASON_MAXIMUM,
} from '#features/membership/membership.contract.ts';
import { won } from '../membership.public.tsx';
import { errorCodesOf, contractResolver } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showProblem } from '#web/admin/admin-actions.ts';
import { useAdminRefund } from './payments.queries.ts';

export function AdminRefundDialog({
  payment,
  onClose,
}: {
  /** The payment to refund; null if the dialog is closed. */
  payment: AdminPayment | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={payment !== null}
      onClose={onClose}
      title={m.admin_refund_title()}
      text={m.admin_refund_text()}
    >
      {payment && <RefundForm key={payment.paymentId} payment={payment} onDone={onClose} />}
    </Dialog>
  );
}

function RefundForm({
  payment: { paymentId, refundableAmount },
  onDone,
}: {
  payment: AdminPayment;
  onDone: () => void;
}) {
  const refund = useAdminRefund();
  const form = useForm({ resolver: contractResolver(AdminRefund), defaultValues: { reason: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((wanted) =>
    refund.mutate(
      { paymentId, refund: wanted },
      { onSuccess: onDone, onError: (problem) => showProblem({ problem, form }) },
    ),
  );
  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={submit}>
      <Field
        label={m.admin_refund_amount()}
        aside={m.payment_optional()}
        hint={m.admin_refund_amount_hint({ amount: won(refundableAmount) })}
        error={errorCodesOf(errors.amount)}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          {...form.register('amount', { setValueAs: parseWon })}
        />
      </Field>
      <Field label={m.admin_refund_reason()} error={errorCodesOf(errors.reason)}>
        <TextArea rows={3} maximum={REFUND_REASON_MAXIMUM} {...form.register('reason')} />
      </Field>
      <Button type="submit" look="danger" isBusy={refund.isPending}>
        {m.payment_refund_as_admin()}
      </Button>
    </form>
  );
}

/** Parses an amount such as 9,900. An empty field means the full amount. The contract rejects invalid numbers. */
function parseWon(typed: string | undefined): number | undefined {
  const digits = (typed ?? '').replaceAll(/[,\s원]/g, '');
  return digits === '' ? undefined : Number(digits);
}
