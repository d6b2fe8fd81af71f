import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

/** The state of an object before or after an action. It is null if the object did not exist. */
const State = z.record(z.string(), z.unknown()).nullable();

/** One action of the admin. Times are in milliseconds. */
export const AuditLogEntry = z.object({
  id: z.string(),
  /** The nickname of the admin. It is null if the account is deleted. */
  adminName: z.string().nullable(),
  /** The name of the action, such as `provided.added`. */
  act: z.string(),
  /** The id of the affected object. */
  subject: z.string(),
  before: State,
  after: State,
  at: z.number(),
});
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;

export const listAuditLog = endpoint({
  method: 'GET',
  url: '/api/admin/acts',
  access: 'admin',
  schema: {
    summary: 'List admin actions, newest first.',
    querystring: z.object({
      /** The value `next` of the previous page. The answer contains only older actions. */
      before: z.string().max(36).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: { 200: z.object({ acts: z.array(AuditLogEntry), next: z.string().nullable() }) },
  },
  problems: [],
});

const count = z.int();

/** The counts for the admin. They contain no content of members' lists. */
export const AdminCounts = z.object({
  members: z.object({ free: count, paid: count }),
  places: z.object({ total: count, provided: count, private: count }),
  /** Number of saved restaurants on members' lists. */
  links: count,
  sources: count,
  reviews: z.object({ total: count, pending: count }),
  unresolvedReports: count,
  deletionRequests: count,
  /** The last backup. It is null before the first backup. */
  lastBackup: z
    .object({
      /** Time in milliseconds. */
      endedAt: z.number(),
      isComplete: z.boolean(),
      /** Photo files that were missing or damaged in the storage. */
      missingFiles: count,
    })
    .nullable(),
});
export type AdminCounts = z.infer<typeof AdminCounts>;

export const getAdminCounts = endpoint({
  method: 'GET',
  url: '/api/admin/counts',
  access: 'admin',
  schema: { summary: 'Get total counts for the admin dashboard.', response: { 200: AdminCounts } },
  problems: [],
});

/** A member as the admin sees it. It contains no content of the member's list. */
export const AdminPerson = z.object({
  uid: z.string(),
  nickname: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  tier: z.enum(['free', 'paid']),
  /**
   * The end of the paid tier in milliseconds. It is null for a free member, and for a paid member without an end date.
   */
  paidUntil: z.number().nullable(),
  createdAt: z.number(),
  links: count,
  journalEntries: count,
  /** Number of reviews that are shared now, with any moderation status. */
  reviews: count,
});
export type AdminPerson = z.infer<typeof AdminPerson>;

export const listPeople = endpoint({
  method: 'GET',
  url: '/api/admin/people',
  access: 'admin',
  schema: {
    summary: 'Search members by nickname or e-mail, newest first. Content is returned as counts only.',
    querystring: z.object({
      q: z.string().trim().max(100).default(''),
      /** The value `next` of the previous page. The answer contains only the members after it. */
      after: z.string().max(64).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: { 200: z.object({ people: z.array(AdminPerson), next: z.string().nullable() }) },
  },
  problems: [],
});

/** An account whose deletion is scheduled. Times are in milliseconds. */
export const AdminDeletionRequest = z.object({
  uid: z.string(),
  nickname: z.string(),
  email: z.string(),
  reason: z.string(),
  requestedAt: z.number(),
  dueAt: z.number(),
});
export type AdminDeletionRequest = z.infer<typeof AdminDeletionRequest>;

export const listDeletionRequests = endpoint({
  method: 'GET',
  url: '/api/admin/deletion-requests',
  access: 'admin',
  schema: {
    summary: 'List scheduled account deletions, earliest due first, at most 200.',
    response: { 200: z.object({ requests: z.array(AdminDeletionRequest), hasMore: z.boolean() }) },
  },
  problems: [],
});
