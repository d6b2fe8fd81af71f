import { Link } from '@tanstack/react-router';
import { ArrowDownUp, Bell, ChevronRight, KeyRound, Smartphone, UserRound } from 'lucide-react';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';

/** The overview of the settings. Each row opens a page of its own. */
export function SettingsPage() {
  const rows = [
    {
      to: paths.accountSettings,
      icon: UserRound,
      title: m.settings_account(),
      text: m.settings_account_text(),
    },
    {
      to: paths.securitySettings,
      icon: KeyRound,
      title: m.settings_security(),
      text: m.settings_security_text(),
    },
    {
      to: paths.messageSettings,
      icon: Bell,
      title: m.settings_messages(),
      text: m.settings_messages_text(),
    },
    { to: paths.data, icon: ArrowDownUp, title: m.data_open(), text: m.settings_data_text() },
    { to: paths.appSettings, icon: Smartphone, title: m.settings_app(), text: m.settings_app_text() },
  ] as const;
  return (
    <Page title={m.shell_menu_settings()} className="max-w-[640px]">
      <ul role="list" className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-1">
        {rows.map(({ to, icon: Icon, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-[72px] items-center gap-3.5 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
            >
              <Icon className="size-5 flex-none text-ink-2" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="block font-bold">{title}</span>
                <span className="type-caption block text-ink-2">{text}</span>
              </span>
              <ChevronRight className="size-5 flex-none text-ink-3" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
