import type { Bar } from './bar.ts';
import { backup } from './bars/backup.ts';
import { diskFull } from './bars/disk-full.ts';
import { guessing } from './bars/guessing.ts';
import { kill } from './bars/kill.ts';
import { slowClients } from './bars/slow-clients.ts';
import { soak } from './bars/soak.ts';
import { ssrf } from './bars/ssrf.ts';

export const bars: readonly Bar[] = [kill, diskFull, slowClients, guessing, ssrf, soak, backup];
