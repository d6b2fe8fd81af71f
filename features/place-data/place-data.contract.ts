import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { PROVINCES } from '#common/regions.ts';
import { OfficialList } from '#features/official-lists/official-lists.contract.ts';

export const placeDataProblems = defineProblems({
  'refreshes.not_found': 404,
});

/** The kinds of businesses whose files are downloaded, by their names at the portal. */
export const REGISTER_KINDS = ['general_restaurants', 'rest_cafes', 'bakeries'] as const;
export type RegisterKind = (typeof REGISTER_KINDS)[number];

/** Why a refresh failed. The stored places stay as they were before the file that failed. */
export const REFRESH_FAILURES = [
  'unreachable',
  'timeout',
  'busy',
  'forbidden',
  'redirected',
  'status',
  'html',
  'too_small',
  'unknown_header',
  'wrong_encoding',
  'cut_off',
  'fewer_rows',
  'disk_full',
  'file_missing',
  'import_running',
  'error',
] as const;
export type RefreshFailure = (typeof REFRESH_FAILURES)[number];

const count = z.int().min(0);

/** The official lists that are downloaded. A file of 백년가게 is uploaded, because its source has no stable address. */
export const DOWNLOADED_LISTS = ['good_price', 'excellent', 'tourist'] as const;
export type DownloadedList = (typeof DOWNLOADED_LISTS)[number];

/** A download and import of the files of one province or of an official list, or the import of one uploaded file. */
export const Refresh = z.object({
  id: z.uuid(),
  /** The province; null if the file was uploaded or is that of an official list. */
  province: z.enum(PROVINCES.map(({ code }) => code)).nullable(),
  /** The official list; null if the file is that of the licence register. */
  list: OfficialList.nullable(),
  startedBy: z.enum(['admin', 'command', 'schedule', 'upload']),
  state: z.enum(['waiting', 'running', 'done', 'stopped', 'failed']),
  /** What is being done; null if the refresh is not running. */
  step: z.enum(['downloading', 'pausing', 'checking', 'importing', 'matching', 'indexing']).nullable(),
  /** The kind of the current file; null for an uploaded file. After a failure, the kind of the file that failed. */
  kind: z.enum(REGISTER_KINDS).nullable(),
  /** Progress of the current step: bytes while downloading and importing, rows while indexing. */
  done: count,
  /** The end of the current step in the same unit; 0 if it is unknown. */
  total: count,
  /** Number of rows of the current file that were imported. */
  rows: count,
  requestedAt: z.number(),
  startedAt: z.number().nullable(),
  /** Start of the current step. The remaining time is estimated from it. */
  stepStartedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  /** The files that were imported. */
  files: z.array(
    z.object({
      kind: z.enum(REGISTER_KINDS).nullable(),
      bytes: count,
      rows: count,
      added: count,
      changed: count,
      refused: count,
    }),
  ),
  /** `detail` is a number for the text: the HTTP status, or the percentage of the former rows. */
  failure: z.object({ code: z.enum(REFRESH_FAILURES), detail: z.number().nullable() }).nullable(),
});
export type Refresh = z.infer<typeof Refresh>;

export const PlaceData = z.object({
  provinces: z.array(
    z.object({
      code: z.enum(PROVINCES.map(({ code }) => code)),
      name: z.string(),
      /** Number of rows in the imported files; null if none was imported. */
      rows: count.nullable(),
      bytes: count.nullable(),
      refreshedAt: z.number().nullable(),
      /** Whether the province is in `PLACES_REGIONS` and refreshed by schedule. */
      isScheduled: z.boolean(),
    }),
  ),
  /** Refreshes that wait or run, and the last five that ended. Newest first. */
  refreshes: z.array(Refresh),
  /** Whether the index contains only the example places. */
  hasOnlyExamples: z.boolean(),
  /** The time of this answer in milliseconds. */
  now: z.number(),
});
export type PlaceData = z.infer<typeof PlaceData>;

export const getPlaceData = endpoint({
  method: 'GET',
  url: '/api/admin/place-data',
  access: 'admin',
  schema: { summary: 'Get the state of the places of the licence register.', response: { 200: PlaceData } },
  problems: [],
});

export const startRefresh = endpoint({
  method: 'POST',
  url: '/api/admin/place-data/refreshes',
  access: 'admin',
  schema: {
    summary:
      'Download and import the licence register of a province. If a refresh of the province waits or runs, it is returned.',
    body: z.object({ province: z.enum(PROVINCES.map(({ code }) => code)) }),
    response: { 201: Refresh },
  },
  problems: [],
});

export const startListRefresh = endpoint({
  method: 'POST',
  url: '/api/admin/place-data/list-refreshes',
  access: 'admin',
  schema: {
    summary: 'Download and import an official list. If a refresh of the list waits or runs, it is returned.',
    body: z.object({ list: z.enum(DOWNLOADED_LISTS) }),
    response: { 201: Refresh },
  },
  problems: [],
});

export const stopRefresh = endpoint({
  method: 'POST',
  url: '/api/admin/place-data/refreshes/:refreshId/stop',
  access: 'admin',
  schema: {
    summary: 'Stop a refresh. Rows that were imported stay. A refresh that has ended does not change.',
    params: z.object({ refreshId: z.uuid() }),
    response: { 200: Refresh },
  },
  problems: ['refreshes.not_found'],
});

export const getRefreshReport = endpoint({
  method: 'GET',
  url: '/api/admin/place-data/refreshes/:refreshId/report',
  access: 'admin',
  schema: {
    summary:
      'Download the rows of a refresh that were rejected, repeated or stored with a defect, as CSV. The reports of the last five refreshes are kept.',
    params: z.object({ refreshId: z.uuid() }),
    produces: ['text/csv'],
    response: { 200: z.string() },
  },
  problems: ['refreshes.not_found'],
});

/** Maximum size of an uploaded register, in bytes. The file of the whole country has about 700 MB. */
export const UPLOAD_MAXIMUM = 1_500_000_000;

export const uploadRegister = endpoint({
  method: 'POST',
  url: '/api/admin/place-data/files',
  access: 'admin',
  schema: {
    summary: 'Import a file of the licence register, or of an official list.',
    querystring: z.object({ list: OfficialList.optional() }),
    consumes: ['text/csv'],
    response: { 201: Refresh },
  },
  problems: ['server.storage_full'],
});
