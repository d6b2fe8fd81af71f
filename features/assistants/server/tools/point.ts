import { z } from 'zod';

/** A point that an assistant names, such as a station. It is rounded to about a metre, and it is not stored. */
const degrees = (maximum: number) =>
  z
    .number()
    .min(-maximum)
    .max(maximum)
    .overwrite((value) => Number(value.toFixed(5)));

export const Point = z
  .object({ lat: degrees(90), lng: degrees(180) })
  .describe('WGS84 coordinates in degrees, for example {"lat": 37.5443, "lng": 127.0557}.');
