import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { KOREA } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import type { ApiProblem } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { AccountFrame } from '../../web/AccountFrame.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { LinkExpired } from '../../mail-links/web/LinkExpired.tsx';
import { useCancelSecondFactorRemovalByMail, useStartSecondFactorRemoval } from './recovery.queries.ts';

/** A mailed link opens this page. The action starts only with the button, because virus scanners open links, too. */
export function SecondFactorRemovalPage() {
  const { token = '', cancel } = useSearch({ strict: false });
  return (
    <AccountFrame
      colour="green"
      title={cancel ? m.recovery_cancel_title() : m.recovery_removal_title()}
      lead={[m.recovery_removal_lead(), m.recovery_removal_lead_more()]}
      footer={
        <Link to={paths.login} className="link">
          {m.account_to_login()}
        </Link>
      }
    >
      {cancel ? <Cancel token={cancel} /> : <Start token={token} />}
    </AccountFrame>
  );
}

function Start({ token }: { token: string }) {
  const start = useStartSecondFactorRemoval();
  if (start.isSuccess)
    return (
      <Done
        text={m.recovery_removal_started({ when: dateOf(start.data.dueAt, { zone: KOREA, as: 'dayTime' }) })}
      >
        <LinkButton to={paths.login} className="w-full">
          {m.recovery_to_login()}
        </LinkButton>
      </Done>
    );
  return (
    <OnePress
      text={m.recovery_removal_text()}
      overText={m.recovery_removal_link_over()}
      label={m.recovery_removal_submit()}
      problem={start.error}
      isBusy={start.isPending}
      onPress={() => start.mutate(token)}
    />
  );
}

function Cancel({ token }: { token: string }) {
  const cancel = useCancelSecondFactorRemovalByMail();
  if (cancel.isSuccess)
    return (
      <Done text={m.recovery_cancelled()}>
        <LinkButton to={paths.passwordReset} search={{}} look="secondary" className="w-full">
          {m.recovery_reset_password()}
        </LinkButton>
      </Done>
    );
  return (
    <OnePress
      text={m.recovery_cancel_text()}
      overText={m.recovery_cancel_link_over()}
      label={m.recovery_cancel_submit()}
      problem={cancel.error}
      isBusy={cancel.isPending}
      onPress={() => cancel.mutate(token)}
    />
  );
}

const Done = ({ text, children }: { text: string; children: ReactNode }) => (
  <div role="status" className="grid gap-5">
    <p className="font-bold">{text}</p>
    {children}
  </div>
);

function OnePress({
  text,
  overText,
  label,
  problem,
  isBusy,
  onPress,
}: {
  text: string;
  overText: string;
  label: string;
  problem: ApiProblem | null;
  isBusy: boolean;
  onPress: () => void;
}) {
  if (problem?.code === 'account.link_invalid')
    return (
      <LinkExpired text={overText}>
        <LinkButton to={paths.login} className="w-full">
          {m.recovery_to_login()}
        </LinkButton>
      </LinkExpired>
    );
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{text}</p>
      <FormAlert problem={problem} otherwise={m.recovery_removal_failed()} />
      <Button isBusy={isBusy} className="w-full" onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}
