import { useSearch } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { AccountFrame } from '../../web/AccountFrame.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { useVerifyEmail } from './mail-links.queries.ts';

/** The address is verified only after a button press, because virus scanners open links, too. */
export function VerifyEmailPage() {
  const { token = '' } = useSearch({ strict: false });
  const verify = useVerifyEmail();
  return (
    <AccountFrame
      colour="green"
      title={m.account_verify_title()}
      lead={[m.account_verify_lead(), m.account_verify_lead_more()]}
      footer={null}
    >
      {verify.isSuccess ? (
        <div role="status" className="grid gap-5">
          <p className="flex items-start gap-3 font-bold">
            <MailCheck className="mt-0.5 size-5 flex-none text-brand" aria-hidden="true" />
            {m.account_verify_done()}
          </p>
          <LinkButton to={paths.home} className="w-full">
            {m.account_verify_to_app()}
          </LinkButton>
        </div>
      ) : verify.error?.code === 'account.link_invalid' ? (
        <LinkExpired text={m.account_verify_link_expired()}>
          <LinkButton to={paths.accountSettings} className="w-full">
            {m.account_verify_again()}
          </LinkButton>
        </LinkExpired>
      ) : (
        <div className="grid gap-4">
          <p className="text-ink-2">{m.account_verify_text()}</p>
          <FormAlert problem={verify.error} otherwise={m.account_verify_failed()} />
          <Button isBusy={verify.isPending} className="w-full" onClick={() => verify.mutate(token)}>
            {m.account_verify_submit()}
          </Button>
        </div>
      )}
    </AccountFrame>
  );
}
