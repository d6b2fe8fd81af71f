import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { DELETION_PHRASES, LeaveNowForm, LeavingForm } from '#features/account/leaving.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { currentLanguage } from '#web/appearance.ts';
import { dayOf } from '#web/day-of.ts';
import { codedOf, contractResolver, showServerErrors } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { FormAlert } from '../FormAlert.tsx';
import { OtherProofs } from '../security/OtherProofs.tsx';
import { deletionQuery, useDeleteMyAccount, useRequestUserDeletion } from './leaving.queries.ts';

/** 회원 탈퇴: what is deleted and what is kept; then scheduled or immediate deletion. */
export function LeavingPage() {
  const standing = useQuery(deletionQuery).data;
  const [isNow, setNow] = useState(false);
  return (
    <Page title={m.shell_delete_account_title()} className="grid max-w-[560px] gap-6">
      <Consequences />
      {standing?.request && (
        <p role="status" className="font-bold">
          {m.account_leaving_asked({ day: dayOf(standing.request.dueAt) })}
        </p>
      )}
      {standing && !standing.request && !isNow && <LeaveInAWeek provedBy={standing.provedBy} />}
      {standing && isNow && <LeaveNow provedBy={standing.provedBy} />}
      {standing && !isNow && (
        <Button look="bare" className="text-danger" onClick={() => setNow(true)}>
          {m.account_leaving_now_instead()}
        </Button>
      )}
    </Page>
  );
}

type ProvedBy = 'password' | 'fresh_sign_in';

/** An empty password is sent only if a password is required; the form then refuses it. */
const noPasswordYet = (provedBy: ProvedBy) => (provedBy === 'password' ? { password: '' } : {});

function Consequences() {
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">{m.account_leaving_goes()}</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>{m.account_leaving_goes_list()}</li>
        <li>{m.account_leaving_goes_journal()}</li>
        <li>{m.account_leaving_goes_shares()}</li>
        <li>{m.account_leaving_goes_account()}</li>
      </ul>
      <h2 className="type-h3 mt-3">{m.account_leaving_stays()}</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
        <li>{m.account_leaving_stays_places()}</li>
        <li>{m.account_leaving_stays_payments()}</li>
      </ul>
    </section>
  );
}

function LeaveInAWeek({ provedBy }: { provedBy: ProvedBy }) {
  const request = useRequestUserDeletion();
  const form = useForm({
    resolver: contractResolver(LeavingForm),
    defaultValues: { reason: '', ...noPasswordYet(provedBy) },
  });
  const submit = form.handleSubmit((values) =>
    request.mutate(values, { onError: (problem) => void showServerErrors({ problem, form }) }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={m.account_leaving_reason()}
        aside={m.account_optional()}
        error={codedOf(form.formState.errors.reason)}
      >
        <TextArea {...form.register('reason')} rows={3} />
      </Field>
      {provedBy === 'password' && (
        <Field label={m.account_password()} error={codedOf(form.formState.errors.password)}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
      )}
      <Refusal problem={request.error} onProved={() => request.reset()} />
      <Button type="submit" look="danger" isBusy={request.isPending}>
        {m.account_leaving_in_a_week()}
      </Button>
    </form>
  );
}

function LeaveNow({ provedBy }: { provedBy: ProvedBy }) {
  const router = useRouter();
  const leave = useDeleteMyAccount();
  const phrase = DELETION_PHRASES[currentLanguage()];
  const form = useForm({
    resolver: contractResolver(LeaveNowForm),
    defaultValues: { reason: '', phrase: '', ...noPasswordYet(provedBy) },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    leave.mutate(values, {
      onSuccess: () =>
        router.navigate({ to: paths.landing, replace: true, state: { toast: m.account_leaving_left() } }),
      onError: (problem) => void showServerErrors({ problem, form }),
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="font-bold text-danger">{m.account_leaving_now_text()}</p>
      <Field label={m.account_leaving_phrase({ phrase })} error={codedOf(errors.phrase)}>
        <TextInput {...form.register('phrase')} autoComplete="off" />
      </Field>
      {provedBy === 'password' && (
        <Field label={m.account_password()} error={codedOf(errors.password)}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
      )}
      <Refusal problem={leave.error} onProved={() => leave.reset()} />
      <Button type="submit" look="danger" isBusy={leave.isPending || leave.isSuccess}>
        {m.account_leaving_now()}
      </Button>
    </form>
  );
}

function Refusal({ problem, onProved }: { problem: ApiProblem | null; onProved: () => void }) {
  return (
    <>
      <FormAlert problem={problem} otherwise={m.account_leaving_failed()} />
      {problem?.code === 'account.fresh_sign_in_required' && (
        <OtherProofs page="leaving" onProved={onProved} />
      )}
    </>
  );
}
