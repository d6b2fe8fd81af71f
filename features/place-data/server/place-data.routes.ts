import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as uuidv7 } from 'uuid';
import { PROVINCES } from '#common/regions.ts';
import {
  getPlaceData,
  getRefreshReport,
  type PlaceData,
  placeDataProblems,
  startListRefresh as startListRefreshEndpoint,
  startRefresh as startRefreshEndpoint,
  stopRefresh as stopRefreshEndpoint,
  UPLOAD_MAXIMUM,
  uploadRegister,
} from '#features/place-data/place-data.contract.ts';
import { hasRegisterPlaces } from '#features/places/server/places.public.ts';
import { makeFolder } from '#server/data-folder.ts';
import type { App, FeatureRoutes } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { limitBytes } from './limit-bytes.ts';
import { placeDataJobs, scheduledProvinces } from './place-data-jobs.ts';
import { addUploadedFile, startRefresh, stopRefresh } from './place-data.service.ts';
import { selectProvinceFiles, selectRefreshes } from './place-data.sql.ts';
import { registerFile, registerFolder } from './refresh-context.ts';
import { readReports } from './refresh-reports.ts';

/** Time limit of an upload in milliseconds; the highest value that the server allows. */
const UPLOAD_TIMEOUT = 300_000;

export const placeDataRoutes: FeatureRoutes = async (app, dependencies) => {
  const { database, settings, jobs } = dependencies;
  placeDataJobs(app, dependencies);

  app.route({
    ...getPlaceData,
    handler: async (): Promise<PlaceData> => {
      const files = await selectProvinceFiles(database);
      const scheduled = scheduledProvinces(settings);
      return {
        provinces: PROVINCES.map(({ code, name }) => ({
          code,
          name,
          ...(files.get(code) ?? { rows: null, bytes: null, refreshedAt: null }),
          isScheduled: scheduled.includes(code),
        })),
        refreshes: await selectRefreshes(database),
        hasOnlyExamples: !(await hasRegisterPlaces(database)),
        now: Date.now(),
      };
    },
  });

  app.route({
    ...startRefreshEndpoint,
    handler: async (request, reply) => {
      reply.code(201);
      return startRefresh({ database, jobs, admin: requireUser(request), of: request.body });
    },
  });

  app.route({
    ...startListRefreshEndpoint,
    handler: async (request, reply) => {
      reply.code(201);
      return startRefresh({ database, jobs, admin: requireUser(request), of: request.body });
    },
  });

  app.route({
    ...stopRefreshEndpoint,
    handler: (request) =>
      stopRefresh({ database, admin: requireUser(request), id: request.params.refreshId }),
  });

  app.route({
    ...getRefreshReport,
    handler: async (request, reply) => {
      const { refreshId: id } = request.params;
      const text = await readReports(settings, { id });
      if (text === null) throw problem(placeDataProblems, 'refreshes.not_found');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="places-${id}.csv"`)
        .send(text);
    },
  });

  await app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body));
    uploads.route({
      ...uploadRegister,
      bodyLimit: UPLOAD_MAXIMUM,
      config: { bodyTimeout: UPLOAD_TIMEOUT, fillsDisk: true },
      handler: async (request, reply) => {
        const id = uuidv7();
        makeFolder(registerFolder(settings));
        const file = registerFile(settings, { id, kind: null });
        const part = `${file}.part`;
        try {
          const body = request.body instanceof Readable ? request.body : Readable.from([]);
          await pipeline(limitBytes(body, UPLOAD_MAXIMUM), createWriteStream(part));
          await rename(part, file);
          const { size: bytes } = await stat(file);
          reply.code(201);
          const { list = null } = request.query;
          return await addUploadedFile({ database, jobs, admin: requireUser(request), id, bytes, list });
        } catch (error) {
          for (const each of [part, file]) await rm(each, { force: true });
          throw error;
        }
      },
    });
  });
};
