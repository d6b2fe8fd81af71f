import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

/** The state of something before or after an act; null where it did not exist. */
const State = z.record(z.string(), z.unknown()).nullable();

/** One thing that the admin did. Times in milliseconds. */
export const AdminAct = z.object({
  id: z.string(),
  /** Nickname of who did it; null if that account is gone. */
  adminName: z.string().nullable(),
  /** What was done, such as `provided.added`. */
  act: z.string(),
  /** Id of what it was done to. */
  subject: z.string(),
  before: State,
  after: State,
  at: z.number(),
});
export type AdminAct = z.infer<typeof AdminAct>;

export const listAdminActs = endpoint({
  method: 'GET',
  url: '/api/admin/acts',
  access: 'admin',
  schema: {
    summary: 'List admin actions, newest first.',
    querystring: z.object({
      /** Only acts before this one: `next` of the page before. */
      before: z.string().max(36).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: { 200: z.object({ acts: z.array(AdminAct), next: z.string().nullable() }) },
  },
  problems: [],
});

const count = z.int();

/** How much there is of everything: what the admin sees first. No word of anybody's list. */
export const AdminCounts = z.object({
  members: z.object({ free: count, paid: count }),
  places: z.object({ total: count, provided: count, private: count }),
  /** Places on members' lists. */
  links: count,
  sources: count,
  reviews: z.object({ total: count, pending: count }),
  openReports: count,
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

/** A member as the admin sees them: who, since when, and how much. Nothing of what stands in their lists. */
export const AdminPerson = z.object({
  uid: z.string(),
  nickname: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** In force now. */
  tier: z.enum(['free', 'paid']),
  /** Milliseconds; null: free, or paid without an end. */
  paidUntil: z.number().nullable(),
  createdAt: z.number(),
  links: count,
  journalEntries: count,
  /** Reviews that are shared now, whatever became of them. */
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
      /** Only those after this one: `next` of the page before. */
      after: z.string().max(64).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    response: { 200: z.object({ people: z.array(AdminPerson), next: z.string().nullable() }) },
  },
  problems: [],
});

/** A member who asked to be forgotten. Times in milliseconds. */
export const AdminDeletionRequest = z.object({
  uid: z.string(),
  nickname: z.string(),
  email: z.string(),
  reason: z.string(),
  requestedAt: z.number(),
  /** From then on the account goes. */
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
