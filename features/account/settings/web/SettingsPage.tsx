import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { LinkButton } from '#web/ui/Button.tsx';
import { OfflineStrip } from '#web/ui/OfflineStrip.tsx';
import { UnsavedChangesScope } from '#web/ui/UnsavedChangesGuard.tsx';
import { securityQuery } from '../../security/web/security.queries.ts';
import { useMe } from '../../web/account.public.ts';
import { ReviewSection } from '../../recovery/web/ReviewSection.tsx';
import { PasskeysSection } from '../../passkeys/web/PasskeysSection.tsx';
import { ProvidersSection } from '../../providers/web/ProvidersSection.tsx';
import { SecondFactorSection } from '../../second-factor/web/SecondFactorSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { DevicesSection } from '../../sessions/web/DevicesSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { TokensSection } from '../../api-tokens/web/TokensSection.tsx';

export function SettingsPage() {
  const me = useMe();
  return (
    <Page title={m.shell_menu_settings()} className="max-w-[892px]">
      <OfflineStrip of={securityQuery.queryKey} offlineText={m.settings_needs_network()} />
      {me && (
        <div>
          <UnsavedChangesScope>
            <ReviewSection />
            <ProfileSection me={me} />
            <PasswordSection me={me} />
            <SecondFactorSection />
            <PasskeysSection />
            <ProvidersSection />
            <AppearanceSection />
            <DevicesSection />
            <TokensSection />
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
            <SettingsSection title={m.data_title()} text={m.data_settings_text()}>
              <LinkButton to={paths.data} look="secondary" className="justify-self-start">
                {m.data_open()}
              </LinkButton>
            </SettingsSection>
            <SettingsSection title={m.settings_leave()} text={m.settings_leave_text()}>
              <LinkButton to={paths.deleteAccount} look="secondary" className="justify-self-start">
                {m.settings_leave_button()}
              </LinkButton>
            </SettingsSection>
          </UnsavedChangesScope>
        </div>
      )}
    </Page>
  );
}
