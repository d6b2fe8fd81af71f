import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AccountFrame } from '../../web/AccountFrame.tsx';
import { useMe } from '../../web/account.public.ts';
import { FormAlert } from '../../web/FormAlert.tsx';
import { connectionRequestQuery, useDecideConnection } from './connected-apps.queries.ts';

/** Asks the member whether an app may act for them. The authorization server sends the browser here. */
export function ConnectAppPage() {
  const { request = '' } = useSearch({ strict: false });
  const { data, error, refetch } = useQuery({ ...connectionRequestQuery(request), enabled: request !== '' });
  if (request === '' || error?.code === 'account.connection_request_invalid') return <RequestOver />;
  return (
    <Frame
      title={m.settings_connect_title()}
      reason={data ? m.settings_connect_reason({ name: data.name }) : null}
    >
      {data && <Decision request={request} {...data} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full rounded-[16px]" />}
    </Frame>
  );
}

const Frame = ({
  title,
  reason,
  children,
}: {
  title: string;
  reason: string | null;
  children: ReactNode;
}) => (
  <AccountFrame
    colour="green"
    title={title}
    lead={[m.settings_connect_lead(), m.settings_connect_lead_more()]}
    reason={reason}
    footer={null}
  >
    {children}
  </AccountFrame>
);

function RequestOver() {
  return (
    <Frame title={m.settings_connect_over_title()} reason={m.settings_connect_over()}>
      <LinkButton to={paths.home} look="secondary" className="w-full">
        {m.settings_connect_home()}
      </LinkButton>
    </Frame>
  );
}

function Decision({ request, host, asksToWrite }: { request: string; host: string; asksToWrite: boolean }) {
  const me = useMe();
  const decide = useDecideConnection();
  const [mayWrite, setMayWrite] = useState(false);
  const [isAllowed, setAllowed] = useState(false);
  const send = (allowed: boolean) => {
    setAllowed(allowed);
    decide.mutate({ request, isAllowed: allowed, mayWrite });
  };
  const isLeaving = decide.isPending || decide.isSuccess;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2 rounded-[16px] bg-sunken p-4">
        <Fact label={m.settings_connect_host()}>
          {isOnThisDevice(host) ? m.settings_connect_this_computer({ host }) : host}
        </Fact>
        <Fact label={m.settings_connect_account()}>{me?.email}</Fact>
      </dl>
      <p className="type-sub text-ink-2">{m.settings_connect_warning()}</p>
      <section aria-label={m.settings_connect_may()}>
        <h2 className="type-sub font-bold">{m.settings_connect_may()}</h2>
        <p className="type-sub flex min-h-11 items-center gap-3 py-2">
          <Check className="size-6 flex-none p-1 text-ink-2" aria-hidden="true" />
          {m.settings_connect_may_read()}
        </p>
        {asksToWrite && (
          <Checkbox
            label={m.settings_connect_may_write()}
            checked={mayWrite}
            onChange={(event) => setMayWrite(event.currentTarget.checked)}
          />
        )}
      </section>
      <p className="type-sub text-ink-2">{m.settings_connect_never()}</p>
      <FormAlert problem={decide.error} otherwise={m.settings_connect_failed()} />
      <div className="grid grid-cols-2 gap-2">
        <NetworkButton look="secondary" isBusy={isLeaving && !isAllowed} onClick={() => send(false)}>
          {m.settings_connect_refuse()}
        </NetworkButton>
        <NetworkButton isBusy={isLeaving && isAllowed} onClick={() => send(true)}>
          {m.settings_connect_allow()}
        </NetworkButton>
      </div>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="type-caption text-ink-2">{label}</dt>
    <dd className="font-bold break-all">{children}</dd>
  </div>
);

const isOnThisDevice = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
