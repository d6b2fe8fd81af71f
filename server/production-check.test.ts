import { expect, test } from 'vitest';
import { loadSettings } from './config.ts';
import { missingForProduction, tableOfMissing } from './production-check.ts';

const bare = {
  NODE_ENV: 'production',
  BASE_URL: 'https://momokzi.example',
  AUTH_SECRET: 'x'.repeat(32),
};
const complete = {
  ...bare,
  COMPANY_NAME: '모먹지 주식회사',
  COMPANY_REPRESENTATIVE: '김모먹',
  COMPANY_BUSINESS_NUMBER: '123-45-67890',
  COMPANY_MAIL_ORDER_NUMBER: '제2026-서울중구-0001호',
  COMPANY_ADDRESS: '서울특별시 중구 세종대로 110',
  COMPANY_EMAIL: 'help@momokzi.kr',
  COMPANY_PHONE: '02-120-0000',
  COMPANY_HOSTING: '아무호스팅',
  SMTP_URL: 'smtp://mail.momokzi.kr',
  MAIL_FROM: '모먹지 <hello@momokzi.kr>',
  ADMIN_EMAIL: 'admin@momokzi.kr',
  DATABASE_URL: 'postgres://db.momokzi.kr/momokzi',
  BACKUP_DIR: '/backups',
  BACKUP_RECIPIENT: 'age1qqq',
  TRUSTED_PROXY: '127.0.0.1',
  METRICS_TOKEN: 'x'.repeat(16),
};
const settingsMissing = (environment: Record<string, string>, hasAdmin = true, hasPlaces = true) =>
  missingForProduction(loadSettings(environment), { hasAdmin, hasPlaces }).map(({ setting }) => setting);

test('for a production server without settings, one table lists everything that is missing', () => {
  const missing = missingForProduction(loadSettings(bare), { hasAdmin: false, hasPlaces: false });
  expect(missing.map(({ setting }) => setting)).toEqual([
    'COMPANY_…',
    'SMTP_URL',
    'ADMIN_EMAIL',
    'PLACES_REGIONS',
    'DATABASE_URL',
    'BACKUP_DIR',
    'TRUSTED_PROXY',
    'METRICS_TOKEN',
  ]);
  expect(tableOfMissing(missing).split('\n')).toHaveLength(missing.length + 3);
});

test('for a complete server nothing is listed; without an admin account, only the account is listed', () => {
  expect(settingsMissing(complete)).toEqual([]);
  expect(settingsMissing(complete, false)).toEqual(['ADMIN_EMAIL']);
});

test('one example value or an example sender is listed', () => {
  const { COMPANY_PHONE: _, MAIL_FROM: __, ...others } = complete;
  expect(settingsMissing(others)).toEqual(['COMPANY_…', 'MAIL_FROM']);
});

test('without real places, PLACES_REGIONS is listed, unless provinces are chosen', () => {
  expect(settingsMissing(complete, true, false)).toEqual(['PLACES_REGIONS']);
  expect(settingsMissing({ ...complete, PLACES_REGIONS: '서울, 경기' }, true, false)).toEqual([]);
});
