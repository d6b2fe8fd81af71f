import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import {
  DELETION_PHRASES,
  DeleteNowForm,
  ScheduleDeletionForm,
} from '#features/account/deletion/account-deletion.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { currentLanguage } from '#web/browser/appearance.ts';
import { dateOf } from '#web/date-of.ts';
import {
  contractResolver,
  errorCodesOf,
  showServerErrors,
  submitWithShownTexts,
  useKeptTexts,
} from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useMe } from '../../web/account.public.ts';
import { FormAlert } from '../../web/FormAlert.tsx';
import { OtherReauthenticationMethods } from '../../reauthentication/web/OtherReauthenticationMethods.tsx';
import { deletionQuery, useRequestUserDeletion } from './account-deletion.queries.ts';
import { useDeleteMyAccount } from './delete-my-account.ts';

export function AccountDeletionPage() {
  const { data: deletion, error, refetch } = useQuery(deletionQuery);
  const [isNow, setNow] = useState(false);
  return (
    <Page title={m.shell_delete_account_title()} className="grid max-w-[560px] gap-6">
      <Consequences />
      {!deletion &&
        (error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonPanels shapes={['h-56']} />
        ))}
      {deletion?.request && (
        <p role="status" className="font-bold">
          {m.account_deletion_asked({ day: dateOf(deletion.request.dueAt, { zone: KOREA }) })}
        </p>
      )}
      {deletion && !deletion.request && !isNow && (
        <ScheduleDeletion reauthenticatedBy={deletion.reauthenticatedBy} />
      )}
      {deletion && isNow && <DeleteNow reauthenticatedBy={deletion.reauthenticatedBy} />}
      {deletion && !isNow && (
        <Button look="bare" className="text-danger" onClick={() => setNow(true)}>
          {m.account_deletion_now_instead()}
        </Button>
      )}
    </Page>
  );
}

type ReauthenticatedBy = 'password' | 'fresh_sign_in';

/**
 * Returns the initial value of the password field. For an account without a password the value is absent, because the
 * contract refuses an empty password.
 */
const initialPassword = (reauthenticatedBy: ReauthenticatedBy) =>
  reauthenticatedBy === 'password' ? { password: '' } : {};

function Consequences() {
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">{m.account_deletion_goes()}</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>{m.account_deletion_goes_list()}</li>
        <li>{m.account_deletion_goes_journal()}</li>
        <li>{m.account_deletion_goes_shares()}</li>
        <li>{m.account_deletion_goes_collections()}</li>
        <li>{m.account_deletion_goes_account()}</li>
      </ul>
      <PaidPeriod />
      <p className="mt-1 grid gap-2.5">
        {m.account_deletion_data()}
        <LinkButton to={paths.data} look="secondary" size="small" className="justify-self-start">
          {m.data_archive()}
        </LinkButton>
      </p>
      <h2 className="type-h3 mt-3">{m.account_deletion_stays()}</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>{m.account_deletion_stays_places()}</li>
        <li>{m.account_deletion_stays_collections()}</li>
        <li>{m.account_deletion_stays_payments()}</li>
      </ul>
    </section>
  );
}

/** The remaining paid period, which the deletion ends, and the way to a refund. */
function PaidPeriod() {
  const me = useMe();
  if (!me?.paidTierExpiresAt || me.accountTier === 'free' || me.isAdmin) return null;
  return (
    <p className="mt-1 grid gap-2.5">
      <strong>{m.account_deletion_paid({ day: dateOf(me.paidTierExpiresAt, { zone: KOREA }) })}</strong>
      <LinkButton to={paths.paymentHistory} look="secondary" size="small" className="justify-self-start">
        {m.payment_to_history()}
      </LinkButton>
    </p>
  );
}

function ScheduleDeletion({ reauthenticatedBy }: { reauthenticatedBy: ReauthenticatedBy }) {
  const request = useRequestUserDeletion();
  const form = useForm({
    resolver: contractResolver(ScheduleDeletionForm),
    defaultValues: { reason: '', ...initialPassword(reauthenticatedBy) },
  });
  const forgetTexts = useKeptTexts({ form, key: 'deletion', keep: ['reason'] });
  const submit = submitWithShownTexts(form, (values) =>
    request.mutate(values, {
      onSuccess: forgetTexts,
      onError: (problem) => void showServerErrors({ problem, form }),
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={m.account_deletion_reason()}
        aside={m.account_optional()}
        error={errorCodesOf(form.formState.errors.reason)}
      >
        <TextArea {...form.register('reason')} rows={3} />
      </Field>
      {reauthenticatedBy === 'password' && (
        <Field label={m.account_password()} error={errorCodesOf(form.formState.errors.password)}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
      )}
      <Refusal problem={request.error} onReauthenticated={() => request.reset()} />
      <Button type="submit" look="danger" isBusy={request.isPending}>
        {m.account_deletion_in_a_week()}
      </Button>
    </form>
  );
}

function DeleteNow({ reauthenticatedBy }: { reauthenticatedBy: ReauthenticatedBy }) {
  const router = useRouter();
  const leave = useDeleteMyAccount();
  const phrase = DELETION_PHRASES[currentLanguage()];
  const form = useForm({
    resolver: contractResolver(DeleteNowForm),
    defaultValues: { reason: '', phrase: '', ...initialPassword(reauthenticatedBy) },
  });
  const { errors } = form.formState;
  const submit = submitWithShownTexts(form, (values) =>
    leave.mutate(values, {
      onSuccess: () =>
        router.navigate({ to: paths.landing, replace: true, state: { toast: m.account_deletion_left() } }),
      onError: (problem) => void showServerErrors({ problem, form }),
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="font-bold text-danger">{m.account_deletion_now_text()}</p>
      <Field label={m.account_deletion_phrase({ phrase })} error={errorCodesOf(errors.phrase)}>
        <TextInput {...form.register('phrase')} autoComplete="off" />
      </Field>
      {reauthenticatedBy === 'password' && (
        <Field label={m.account_password()} error={errorCodesOf(errors.password)}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
      )}
      <Refusal problem={leave.error} onReauthenticated={() => leave.reset()} />
      <Button type="submit" look="danger" isBusy={leave.isPending || leave.isSuccess}>
        {m.account_deletion_now()}
      </Button>
    </form>
  );
}

function Refusal({
  problem,
  onReauthenticated,
}: {
  problem: ApiProblem | null;
  onReauthenticated: () => void;
}) {
  return (
    <>
      <FormAlert problem={problem} otherwise={m.account_deletion_failed()} />
      {problem?.code === 'account.reauthentication_required' && (
        <OtherReauthenticationMethods page="deletion" onReauthenticated={onReauthenticated} />
      )}
    </>
  );
}
