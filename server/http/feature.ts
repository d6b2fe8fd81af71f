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
  /** Metrics report the state of the pool. Connections for notifications use its settings. */
  pool?: pg.Pool | undefined;
  /** For the index of places and other reads that are not private. May be a replica. */
  searchDatabase: SearchDatabase;
  settings: Settings;
  jobs: Jobs;
  mailer: Mailer;
  personalData: PersonalData;
  photoReaders: PhotoReaders;
  documents: DocumentCache;
};

/** Also registers the handlers of the feature's jobs. */
export type FeatureRoutes = (app: App, dependencies: Dependencies) => void | Promise<void>;
