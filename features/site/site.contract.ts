import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

/** What the screens need to know of this installation. */
export const Site = z.object({
  /** MapLibre style of the base map; null: only the simple map that comes with the software. */
  mapStyleUrl: z.string().nullable(),
});
export type Site = z.infer<typeof Site>;

export const getSite = endpoint({
  method: 'GET',
  url: '/api/site',
  access: 'anyone',
  schema: { summary: 'What the screens need to know of this installation', response: { 200: Site } },
  problems: [],
});
