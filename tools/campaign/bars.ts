import type { Bar } from './bar.ts';
import { access } from './bars/access.ts';
import { backup } from './bars/backup.ts';
import { csrf } from './bars/csrf.ts';
import { databaseRestart } from './bars/database-restart.ts';
import { diskFull } from './bars/disk-full.ts';
import { freeLimit } from './bars/free-limit.ts';
import { fuzz } from './bars/fuzz.ts';
import { guessing } from './bars/guessing.ts';
import { headers } from './bars/headers.ts';
import { kill } from './bars/kill.ts';
import { logs } from './bars/logs.ts';
import { redos } from './bars/redos.ts';
import { sessions } from './bars/sessions.ts';
import { signInLimits } from './bars/sign-in-limits.ts';
import { signOut } from './bars/sign-out.ts';
import { slowClients } from './bars/slow-clients.ts';
import { soak } from './bars/soak.ts';
import { ssrf } from './bars/ssrf.ts';
import { uploads } from './bars/uploads.ts';
import { webhooks } from './bars/webhooks.ts';

export const bars: readonly Bar[] = [
  access,
  fuzz,
  kill,
  diskFull,
  databaseRestart,
  slowClients,
  uploads,
  guessing,
  signInLimits,
  csrf,
  headers,
  ssrf,
  redos,
  sessions,
  webhooks,
  freeLimit,
  soak,
  backup,
  logs,
  signOut,
];
