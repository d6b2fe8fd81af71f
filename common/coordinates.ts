import { z } from 'zod';

/** A position in WGS84 degrees. */
export const Coordinates = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
