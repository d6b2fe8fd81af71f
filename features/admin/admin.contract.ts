import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

/** The state of an object before or after an action; null if the object did not exist. */
const State = z.record(z.string(), z.unknown()).nullable();

/** One action of the admin. Times in milliseconds. */
export const AuditLogEntry = z.object({
  id: z.string(),
  /** Nickname of the admin; null if that account is deleted. */
  adminName: z.string().nullable(),
  /** Such as `provided.added`. */
  act: z.string(),
  /** Id of the affected object. */
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
      /** `next` of the previous page. The answer contains only older actions. */
      before: z.string().max(36).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: { 200: z.object({ acts: z.array(AuditLogEntry), next: z.string().nullable() }) },
  },
  problems: [],
});

const count = z.int();

/** Contains no content of members' lists. */
export const AdminCounts = z.object({
  members: z.object({ free: count, paid: count }),
  places: z.object({ total: count, provided: count, private: count }),
  /** Saved restaurants on members' lists. */
  links: count,
  sources: count,
  reviews: z.object({ total: count, pending: count }),
  unresolvedReports: count,
  deletionRequests: count,
});
export type AdminCounts = z.infer<typeof AdminCounts>;

export const getAdminCounts = endpoint({
  method: 'GET',
  url: '/api/admin/counts',
  access: 'admin',
  schema: { summary: 'Get total counts for the admin dashboard.', response: { 200: AdminCounts } },
  problems: [],
});

/** Contains no content of the member's lists. */
export const AdminPerson = z.object({
  uid: z.string(),
  nickname: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  tier: z.enum(['free', 'paid']),
  /** Milliseconds; null: free, or paid without an end date. */
  paidUntil: z.number().nullable(),
  createdAt: z.number(),
  links: count,
  journalEntries: count,
  /** Reviews currently shared, with any moderation status. */
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
      /** `next` of the previous page. The answer contains only the members after it. */
      after: z.string().max(64).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: { 200: z.object({ people: z.array(AdminPerson), next: z.string().nullable() }) },
  },
  problems: [],
});

/** Times in milliseconds. */
export const AdminDeletionRequest = z.object({
  uid: z.string(),
  nickname: z.string(),
  email: z.string(),
  reason: z.string(),
  requestedAt: z.number(),
  /** When the account will be deleted. */
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
