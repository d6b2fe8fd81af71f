/**
 * `npm run settings` prints every setting with its value.
 * `-- --document` updates the table in docs/operations.md instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSettings, SettingsError } from './config.ts';
import { printedSettings, withDocumentedSettings } from './settings-table.ts';

if (process.argv.includes('--document')) {
  const file = path.join(import.meta.dirname, '../docs/operations.md');
  writeFileSync(file, withDocumentedSettings(readFileSync(file, 'utf8')));
} else {
  console.log(printedSettings(process.env));
  try {
    checkSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
