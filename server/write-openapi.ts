/** `npm run openapi` */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeApi, openApiText } from './openapi.ts';

writeFileSync(path.join(import.meta.dirname, '../docs/openapi.json'), openApiText(await describeApi()));
