import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { SearchDatabase } from '#server/database/search-database.ts';
import type { DocumentCache } from './document-cache.ts';
import type { PersonalData } from './personal-data.ts';
import type { PhotoReaders } from './photo-readers.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Mailer } from '#server/mail/mail.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Dependencies of every feature's server half. */
export type Dependencies = {
  database: Database;
  /** The pool of `database`. Metrics report its state, and connections for notifications use its settings. */
  pool?: pg.Pool | undefined;
  /** For reading the index of places; may be a replica. */
  searchDatabase: SearchDatabase;
  settings: Settings;
  jobs: Jobs;
  mailer: Mailer;
  personalData: PersonalData;
  photoReaders: PhotoReaders;
  documents: DocumentCache;
};

/** Registers a feature's routes and the handlers of its jobs. `app.ts` lists all features. */
export type FeatureRoutes = (app: App, dependencies: Dependencies) => void | Promise<void>;
