// @ts-check
/** Unpacks the browser of the npm package @sparticuz/chromium into the folder FOLDER (tools/browser.mjs). */
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

// The package unpacks into the folder for temporary files, and without the libraries except on AWS.
process.env.TMPDIR = process.argv[2];
const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
await Promise.all([chromium.executablePath(), inflate(fileURLToPath(libraries))]);
