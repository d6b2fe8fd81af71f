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
    summary: 'What the admin did, latest first',
    querystring: z.object({
      /** Only acts before this one: `next` of the page before. */
      before: z.string().max(36).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: { 200: z.object({ acts: z.array(AdminAct), next: z.string().nullable() }) },
  },
  problems: [],
});
