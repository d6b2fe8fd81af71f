import path from 'node:path';
import { hasRegisterPlaces } from '#features/places/server/places.public.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { runInProcess } from '#server/run-in-process.ts';
import { demonstrationSignIns } from './demonstration.service.ts';
import { hasExistingAccounts } from './demonstration.sql.ts';

const CREATION_PROGRAM = path.join(import.meta.dirname, 'create-demonstration.ts');

/** Creates the demonstration, but only in development. Prints the sign-in details at every start. */
export const demonstrationRoutes: FeatureRoutes = (app, { database, pool, settings, personalData }) => {
  personalData.declare({ table: 'demonstration_accounts', column: 'user_id', onDeletion: 'deleted' });
  if (settings.NODE_ENV !== 'development') return;
  const secret = settings.AUTH_SECRET;

  let created: Promise<void> = Promise.resolve();
  const createAndPrint = async () => {
    if (!(await hasExistingAccounts(database)))
      await runInProcess({ program: CREATION_PROGRAM, pool, settings });
    if (!(await hasRegisterPlaces(database)))
      console.error(
        'Places: only examples. `npm run places:download -- 서울` downloads the real restaurants of Seoul.',
      );
    const accounts = await demonstrationSignIns({ database, secret });
    if (accounts.length === 0) return;
    console.error(
      'Demonstration accounts (`npm run demo:remove` removes these accounts and the example places):',
    );
    for (const { nickname, email, password } of accounts) {
      console.error(`  ${nickname}: ${email}  password ${password}`);
    }
  };
  app.addHook('onListen', () => (created = createAndPrint()));
  // Fastify does not wait for the `onListen` hook. If the server stops early, this hook keeps the database open until
  // the other process ends.
  // Fastify logs the error of the `onListen` hook.
  app.addHook('onClose', () => created.catch(() => {}));
};
