import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadSettings, SettingsError } from './config.ts';
import { printedSettings, withDocumentedSettings } from './settings-table.ts';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(path.join(tmpdir(), 'momokzi-settings-'));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

describe('settings', () => {
  test('have defaults', () => {
    expect(loadSettings({ DATA_DIR })).toMatchObject({
      NODE_ENV: 'development',
      PORT: 3000,
      HOST: '127.0.0.1',
      BASE_URL: 'http://localhost:3000',
      DATA_DIR,
    });
  });

  test('are read from the environment; an empty value counts as not set', () => {
    const settings = loadSettings({
      DATA_DIR,
      PORT: '8080',
      HOST: '',
      BASE_URL: 'https://momokzi.example/app/',
    });
    expect(settings).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', BASE_URL: 'https://momokzi.example' });
  });

  test('are all reported together if invalid', () => {
    const load = () =>
      loadSettings({ PORT: '99999', NODE_ENV: 'prod', DATABASE_URL: 'mysql://x', TRUSTED_PROXY: 'all' });
    expect(load).toThrow(SettingsError);
    expect(load).toThrow(
      [
        'Invalid settings:',
        '  - NODE_ENV must be one of development, production, test.',
        '  - PORT must be a whole number from 0 to 65535.',
        '  - DATABASE_URL must start with postgres:// or postgresql://.',
        '  - TRUSTED_PROXY must be addresses or networks, separated by commas, such as 10.0.0.0/8.',
      ].join('\n'),
    );
  });

  test.each([
    [{ PLACES_PROVIDER: 'google' }, 'GOOGLE_PLACES_KEY'],
    [{ PLACES_PROVIDER: 'kakao', GOOGLE_PLACES_KEY: 'x' }, 'KAKAO_LOCAL_KEY'],
    [
      {
        PLACES_PROVIDER: 'google',
        GOOGLE_PLACES_KEY: 'x',
        NODE_ENV: 'production',
        BASE_URL: 'https://momokzi.example',
      },
      'GOOGLE_MAPS_BROWSER_KEY',
    ],
  ])('require the keys of the selected maps service: %j', (environment, missing) => {
    expect(() => loadSettings({ DATA_DIR, ...environment })).toThrow(`needs ${missing}`);
    expect(loadSettings({ DATA_DIR, ...environment, [missing]: 'x' }).PLACES_PROVIDER).toBe(
      environment.PLACES_PROVIDER,
    );
  });

  test.each(['127.0.0.1', '10.0.0.0/8, 192.168.1.7', 'fd00::/8', 'loopback'])(
    'trust a proxy at %s',
    (TRUSTED_PROXY) => {
      expect(loadSettings({ DATA_DIR, TRUSTED_PROXY }).TRUSTED_PROXY).toBe(TRUSTED_PROXY);
    },
  );

  test.each([{}, { BASE_URL: 'http://momokzi.example' }])(
    'require an https URL in production unless allowed otherwise: %j',
    (given) => {
      const production = { DATA_DIR, NODE_ENV: 'production', ...given };
      expect(() => loadSettings(production)).toThrow(
        'BASE_URL must be the https address of the site when NODE_ENV is production.',
      );
      expect(loadSettings({ ...production, INSECURE_BASE_URL: 'allowed' }).NODE_ENV).toBe('production');
      expect(loadSettings({ ...production, BASE_URL: 'https://momokzi.example' }).BASE_URL).toBe(
        'https://momokzi.example',
      );
    },
  );

  test('refuse the list links of the sandbox in production without the sandbox', () => {
    const production = {
      DATA_DIR,
      NODE_ENV: 'production',
      BASE_URL: 'https://momokzi.example',
      SANDBOX_LIST_LINKS_URL: 'http://localhost:4017',
    };
    expect(() => loadSettings(production)).toThrow('SANDBOX_LIST_LINKS_URL needs SANDBOX=on');
    expect(loadSettings({ ...production, SANDBOX: 'on' }).SANDBOX).toBe('on');
  });

  test('generate a secret once and store it readable by its owner only', () => {
    const { AUTH_SECRET } = loadSettings({ DATA_DIR });
    expect(AUTH_SECRET.length).toBeGreaterThanOrEqual(43);
    expect(loadSettings({ DATA_DIR }).AUTH_SECRET).toBe(AUTH_SECRET);
    expect(statSync(path.join(DATA_DIR, 'auth-secret')).mode & 0o777).toBe(0o600);
    expect(loadSettings({ DATA_DIR, AUTH_SECRET: 'y'.repeat(32) }).AUTH_SECRET).toBe('y'.repeat(32));
  });
});

describe('the table of settings', () => {
  test('shows values and where they come from, but no secrets', () => {
    const printed = printedSettings({ PORT: '8080', DATABASE_URL: 'postgres://kim:hunter2@db/momokzi' });
    expect(printed).toMatch(/^PORT +8080 +environment/m);
    expect(printed).toMatch(/^HOST +127\.0\.0\.1 +default/m);
    expect(printed).toMatch(/^DATABASE_URL +\(hidden\) +environment/m);
    expect(printed).not.toContain('hunter2');
  });

  test('is in docs/operations.md; if this fails, run: npm run settings -- --document', () => {
    const document = readFileSync(path.join(import.meta.dirname, '../docs/operations.md'), 'utf8');
    expect(document).toBe(withDocumentedSettings(document));
    expect(document).toContain('| `PORT` | `3000` |');
  });
});
