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

export type Dependencies = {
  database: Database;
  /** The pool of the database. Metrics report its state. Connections for notifications use its settings. */
  pool?: pg.Pool | undefined;
  /** The database for reads that are not private, such as the index of places. It may be a read replica. */
  searchDatabase: SearchDatabase;
  settings: Settings;
  jobs: Jobs;
  mailer: Mailer;
  personalData: PersonalData;
  photoReaders: PhotoReaders;
  documents: DocumentCache;
};

/** Registers the routes of a feature and the handlers of its jobs. */
export type FeatureRoutes = (app: App, dependencies: Dependencies) => void | Promise<void>;
