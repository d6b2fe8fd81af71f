import type { LaunchOptions } from '@playwright/test';

/** The types of browser.mjs for strictly typed projects, which cannot contain plain JavaScript of tools/. */
export function getBrowser(): Promise<Pick<LaunchOptions, 'executablePath' | 'env'>>;
