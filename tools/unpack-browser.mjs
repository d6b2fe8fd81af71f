// @ts-check
/** Unpacks the browser of the npm package @sparticuz/chromium into the folder FOLDER (tools/browser.mjs). */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

// The package unpacks into the folder for temporary files, and without the libraries except on AWS.
const [, , folder = ''] = process.argv;
process.env.TMPDIR = folder;
const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
await Promise.all([chromium.executablePath(), inflate(fileURLToPath(libraries))]);
// Without any typeface, all text would have the size 0.
writeFileSync(
  path.join(folder, 'fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`,
);
