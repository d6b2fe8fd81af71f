import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';

export const ListFileFormat = z.enum(['csv', 'geojson', 'kml', 'gpx']);
export type ListFileFormat = z.infer<typeof ListFileFormat>;

export const exportMyList = endpoint({
  method: 'GET',
  url: '/api/my-restaurants/export',
  access: 'member',
  schema: {
    summary:
      'Download my list as a CSV, GeoJSON, KML or GPX file. GPX leaves out places without coordinates.',
    querystring: z.object({ format: ListFileFormat }),
    produces: [
      'text/csv',
      'application/geo+json',
      'application/vnd.google-earth.kml+xml',
      'application/gpx+xml',
    ],
    response: { 200: z.string().meta({ format: 'binary' }) },
  },
  problems: [],
});
