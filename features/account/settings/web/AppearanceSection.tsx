import { m } from '#messages';
import { LanguageSwitch } from '#web/shell/LanguageSwitch.tsx';
import { ThemeSwitch } from '#web/shell/ThemeSwitch.tsx';
import { SettingsSection } from './SettingsSection.tsx';

export function AppearanceSection() {
  return (
    <SettingsSection title={m.settings_appearance()} text={m.settings_appearance_text()}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div>
          <p className="type-sub font-bold">{m.shell_language()}</p>
          <p className="type-caption text-ink-3">{m.settings_language_note()}</p>
        </div>
        <LanguageSwitch />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="type-sub font-bold">{m.shell_theme()}</p>
        <ThemeSwitch />
      </div>
    </SettingsSection>
  );
}
