import type { LaunchOptions } from '@playwright/test';

/** Without this file, strictly typed projects that import browser.mjs would have to check all scripts of tools/. */
export function getBrowser(): Promise<Pick<LaunchOptions, 'executablePath' | 'env'>>;
