/**
 * `npm run openapi` writes `docs/openapi.json`. `npm run openapi -- --release` also writes the fields that later versions
 * must keep.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeApi, openApiText } from './openapi.ts';
import { fieldsOfApi } from './released-api.ts';

const docs = path.join(import.meta.dirname, '../docs');
const text = openApiText(await describeApi());
writeFileSync(path.join(docs, 'openapi.json'), text);
if (process.argv.includes('--release'))
  writeFileSync(path.join(docs, 'released-api.txt'), `${fieldsOfApi(JSON.parse(text)).join('\n')}\n`);
