import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import type { Device } from '#features/account/settings/settings.contract.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { relativeTime } from '#web/format/relative-time.ts';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SettingsList, SettingsRow } from '../../settings/web/SettingsList.tsx';
import { SettingsSection } from '../../settings/web/SettingsSection.tsx';
import {
  devicesQuery,
  useSignOutDevice,
  useSignOutOtherDevices,
} from '../../settings/web/settings.queries.ts';

const MOBILE_SYSTEMS = new Set(['iPhone', 'iPad', 'Android']);

export function DevicesSection() {
  const query = useQuery(devicesQuery);
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <SettingsSection title={m.settings_devices()} text={m.settings_devices_text()}>
      <SettingsList query={query}>
        {(devices) => devices.map((device) => <DeviceRow key={device.id} device={device} />)}
      </SettingsList>
      {hasOthers && <SignOutOthers />}
    </SettingsSection>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const signOut = useSignOutDevice();
  const [now] = useState(Date.now);
  const name = nameOf(device);
  const seen = device.isCurrent
    ? m.settings_device_now()
    : m.settings_device_seen({ when: relativeTime({ at: device.lastSeenAt, now, zone: localZone() }) });
  const Icon = MOBILE_SYSTEMS.has(device.system ?? '') ? Smartphone : Laptop;
  return (
    <SettingsRow
      icon={<Icon aria-hidden="true" />}
      title={name}
      mark={device.isCurrent && <Pill kind="done">{m.settings_device_this()}</Pill>}
      facts={[seen, device.network]}
    >
      {!device.isCurrent && (
        <NetworkButton
          look="soft"
          size="small"
          isBusy={signOut.isPending}
          aria-label={m.settings_device_sign_out_label({ device: name })}
          onClick={() => signOut.mutate({ deviceId: device.id, name })}
        >
          {m.settings_device_sign_out()}
        </NetworkButton>
      )}
    </SettingsRow>
  );
}

function SignOutOthers() {
  const [isAsking, setAsking] = useState(false);
  const signOut = useSignOutOtherDevices();
  const confirm = () => signOut.mutate(undefined, { onSettled: () => setAsking(false) });
  return (
    <>
      <NetworkButton
        look="secondary"
        size="small"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        {m.settings_devices_sign_out_others()}
      </NetworkButton>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.settings_devices_ask_title()}
        text={m.settings_devices_ask_text()}
        confirmLabel={m.settings_device_sign_out()}
        isDangerous
        isBusy={signOut.isPending}
        onConfirm={confirm}
      />
    </>
  );
}

const nameOf = ({ browser, system }: Device): string =>
  [system, browser].filter((word) => word !== null).join(' · ') || m.settings_device_unknown();
