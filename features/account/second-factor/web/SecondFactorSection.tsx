import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { m } from '#messages';
import { Pill } from '#web/ui/Pill.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SettingsMissing } from '../../settings/web/SettingsMissing.tsx';
import { SettingsSection } from '../../settings/web/SettingsSection.tsx';
import { ReauthenticationDialog } from '../../reauthentication/web/ReauthenticationDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import {
  securityQuery,
  useRenewRecoveryCodes,
  useSetUpSecondFactor,
  useDisableSecondFactor,
} from '../../security/web/security.queries.ts';

// The dialog is loaded only when it is needed, because it contains the QR code library.
const SecondFactorSetupDialog = lazy(async () => ({
  default: (await import('./SecondFactorSetupDialog.tsx')).SecondFactorSetupDialog,
}));

type Asked = 'set_up' | 'renew' | 'turn_off' | null;

export function SecondFactorSection() {
  const query = useQuery({ ...securityQuery, select: ({ secondFactor }) => secondFactor });
  const [asked, setAsked] = useState<Asked>(null);
  const [begun, setBegun] = useState<{ uri: string; key: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [setUp, renew, disable] = [useSetUpSecondFactor(), useRenewRecoveryCodes(), useDisableSecondFactor()];
  const close = () => setAsked(null);

  return (
    <SettingsSection title={m.security_second_factor()} text={m.security_second_factor_text()}>
      {!query.data && <SettingsMissing query={query} />}
      {query.data && !query.data.isOn && (
        <NetworkButton look="secondary" className="justify-self-start" onClick={() => setAsked('set_up')}>
          {m.security_second_factor_turn_on()}
        </NetworkButton>
      )}
      {query.data?.isOn && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Pill kind="done">
              <ShieldCheck aria-hidden="true" />
              {m.security_is_on()}
            </Pill>
            <span className="numbers">
              {m.security_recovery_codes_left({ count: query.data.recoveryCodesLeft })}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <NetworkButton look="secondary" size="small" onClick={() => setAsked('renew')}>
              {m.security_codes_renew()}
            </NetworkButton>
            <NetworkButton look="soft" size="small" onClick={() => setAsked('turn_off')}>
              {m.security_second_factor_turn_off()}
            </NetworkButton>
          </div>
        </>
      )}

      <ReauthenticationDialog
        isOpen={asked === 'set_up'}
        onClose={close}
        title={m.security_second_factor_turn_on()}
        text={m.security_second_factor_text()}
        confirmLabel={m.security_second_step_submit()}
        change={setUp}
        onDone={setBegun}
      />
      <ReauthenticationDialog
        isOpen={asked === 'renew'}
        onClose={close}
        title={m.security_codes_renew_title()}
        text={m.security_codes_renew_text()}
        confirmLabel={m.security_codes_renew_confirm()}
        change={renew}
        onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
      />
      <ReauthenticationDialog
        isOpen={asked === 'turn_off'}
        onClose={close}
        title={m.security_second_factor_off_title()}
        text={m.security_second_factor_off_text()}
        confirmLabel={m.security_second_factor_turn_off()}
        isDangerous
        change={disable}
        onDone={() => showToast(m.security_second_factor_is_off())}
      />
      {begun && (
        <Suspense>
          <SecondFactorSetupDialog
            begun={begun}
            onClose={() => setBegun(null)}
            onDone={(recoveryCodes) => {
              setBegun(null);
              setCodes(recoveryCodes);
              showToast(m.security_second_factor_is_on());
            }}
          />
        </Suspense>
      )}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </SettingsSection>
  );
}
