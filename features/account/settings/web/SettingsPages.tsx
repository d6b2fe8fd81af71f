import type { ReactNode } from 'react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { UnsavedChangesScope } from '#web/ui/UnsavedChangesGuard.tsx';
import { TokensSection } from '../../api-tokens/web/TokensSection.tsx';
import { ConnectedAppsSection } from '../../connected-apps/web/ConnectedAppsSection.tsx';
import { PasskeysSection } from '../../passkeys/web/PasskeysSection.tsx';
import { ProvidersSection } from '../../providers/web/ProvidersSection.tsx';
import { ReviewSection } from '../../recovery/web/ReviewSection.tsx';
import { SecondFactorSection } from '../../second-factor/web/SecondFactorSection.tsx';
import { securityQuery } from '../../security/web/security.queries.ts';
import { DevicesSection } from '../../sessions/web/DevicesSection.tsx';
import { useMe } from '../../web/account.public.ts';
import { AppearanceSection } from './AppearanceSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/* The pages that the rows of the settings open. They are in one file, so that one load makes all of them available. */

export function AccountSettingsPage() {
  const me = useMe();
  return (
    <SettingsFrame title={m.settings_account()}>
      {me && <ProfileSection me={me} />}
      <SettingsSection title={m.settings_leave()} text={m.settings_leave_text()}>
        <LinkButton to={paths.deleteAccount} look="secondary" className="justify-self-start">
          {m.settings_leave_button()}
        </LinkButton>
      </SettingsSection>
    </SettingsFrame>
  );
}

export function SecuritySettingsPage() {
  const me = useMe();
  return (
    <SettingsFrame title={m.settings_security()}>
      <ReviewSection />
      {me && <PasswordSection me={me} />}
      <SecondFactorSection />
      <PasskeysSection />
      <ProvidersSection />
      <DevicesSection />
      <ConnectedAppsSection />
      <TokensSection />
    </SettingsFrame>
  );
}

export function MessageSettingsPage() {
  return (
    <SettingsFrame title={m.settings_messages()}>
      <SettingsSection title={m.notifications_settings()} text={m.notifications_settings_text()}>
        <LinkButton to={paths.notificationSettings} look="secondary" className="justify-self-start">
          {m.notifications_settings_open()}
        </LinkButton>
      </SettingsSection>
      <SettingsSection title={m.following_mails_title()} text={m.following_mails_settings_text()}>
        <LinkButton to={paths.mails} look="secondary" className="justify-self-start">
          {m.following_mails_open()}
        </LinkButton>
      </SettingsSection>
    </SettingsFrame>
  );
}

export function AppSettingsPage() {
  return (
    <SettingsFrame title={m.settings_app()}>
      <AppearanceSection />
    </SettingsFrame>
  );
}

function SettingsFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} backTo={paths.settings} className="max-w-[892px]">
      <OfflineStrip of={securityQuery.queryKey} offlineText={m.settings_needs_network()} />
      <div>
        <UnsavedChangesScope>{children}</UnsavedChangesScope>
      </div>
    </Page>
  );
}
