import { type Settings, SettingsSchema } from './config.ts';

export type Missing = { setting: string; consequence: string };

const COMPANY = Object.keys(SettingsSchema.shape).filter((key) =>
  key.startsWith('COMPANY_'),
) as (keyof Settings)[];

/**
 * Returns the settings and accounts that a public site needs and that are missing. The server also starts without them.
 */
export function missingForProduction(
  settings: Settings,
  { hasAdmin, hasPlaces }: { hasAdmin: boolean; hasPlaces: boolean },
): Missing[] {
  const examples = COMPANY.filter((key) => settings[key] === SettingsSchema.shape[key].parse(undefined));
  const hasAdminSetting = Boolean(settings.ADMIN_UID ?? settings.ADMIN_EMAIL);
  const candidates: (Missing | false)[] = [
    examples.length > 0 && {
      setting: 'COMPANY_…',
      consequence: `Public pages name an invented company. Unset: ${examples.join(', ')}.`,
    },
    !settings.SMTP_URL && {
      setting: 'SMTP_URL',
      consequence:
        'Mails are only written to files, so members cannot verify an address or reset a password.',
    },
    settings.SMTP_URL !== undefined &&
      settings.MAIL_FROM === SettingsSchema.shape.MAIL_FROM.parse(undefined) && {
        setting: 'MAIL_FROM',
        consequence: 'Mails have an example sender, which mail servers reject.',
      },
    !hasAdminSetting && {
      setting: 'ADMIN_EMAIL',
      consequence: 'There is no admin: reports, refunds and provided restaurants cannot be managed.',
    },
    hasAdminSetting &&
      !hasAdmin && {
        setting: settings.ADMIN_UID ? 'ADMIN_UID' : 'ADMIN_EMAIL',
        consequence: 'The admin account does not exist. Sign up with this address and verify it.',
      },
    settings.PLACES_PROVIDER === 'local' &&
      !hasPlaces &&
      !settings.PLACES_REGIONS && {
        setting: 'PLACES_REGIONS',
        consequence: 'Searches find only example places. Name provinces, or run npm run places:download.',
      },
    !settings.DATABASE_URL && {
      setting: 'DATABASE_URL',
      consequence: 'The embedded PostgreSQL is a beta build. See npm run move.',
    },
    !settings.BACKUP_DIR && {
      setting: 'BACKUP_DIR',
      consequence: 'The server makes no backups.',
    },
    settings.BACKUP_DIR !== undefined &&
      !settings.BACKUP_RECIPIENT && {
        setting: 'BACKUP_RECIPIENT',
        consequence: 'Backups are not encrypted.',
      },
    !settings.TRUSTED_PROXY && {
      setting: 'TRUSTED_PROXY',
      consequence: 'Behind a proxy, all visitors share one rate limit.',
    },
    !settings.METRICS_TOKEN && { setting: 'METRICS_TOKEN', consequence: 'The server cannot be monitored.' },
  ];
  return candidates.filter((item) => item !== false);
}

export function tableOfMissing(missing: readonly Missing[]): string {
  const width = Math.max(...missing.map(({ setting }) => setting.length));
  const rows = missing.map(({ setting, consequence }) => `  ${setting.padEnd(width)}  ${consequence}`);
  return ['', 'Not ready for the public yet. Missing settings (docs/deploy.md):', ...rows, ''].join('\n');
}
