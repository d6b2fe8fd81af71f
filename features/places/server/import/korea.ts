import type { Coordinates } from '#common/geo.ts';

/**
 * The outline of the mainland, Jeju and the islands near them, with a few kilometres of sea. Tsushima and North Korea
 * are outside. The points are longitude and latitude in degrees, clockwise from the north-east.
 */
const OUTLINE = Float64Array.from(
  `
  128.30,38.66 128.50,38.62 128.75,38.25 129.05,37.90 129.25,37.55 129.50,37.15 129.55,36.70 129.65,36.15
  129.64,35.95 129.55,35.60 129.45,35.30 129.30,35.08 129.15,34.95 128.90,34.72 128.82,34.48 128.40,34.45
  127.75,33.98 127.30,33.90 127.10,33.50 126.95,33.25 126.30,33.05 126.08,33.15 126.05,33.40 126.20,33.85
  125.15,33.95 124.95,34.05 125.10,34.75 125.70,35.40 125.75,35.95 125.85,36.20 125.45,36.50 125.45,36.70
  125.80,37.00 125.80,37.35 125.60,37.55 125.60,37.72 125.80,37.70 126.05,37.74 126.20,37.83 126.45,37.86
  126.64,37.83 126.62,37.98 126.80,38.14 127.10,38.34 127.80,38.38 128.20,38.50`
    .trim()
    .split(/[\s,]+/),
  Number,
);

const FAR_ISLANDS = [
  { name: '백령도, 대청도', west: 124.58, south: 37.74, east: 124.8, north: 38.01 },
  { name: '울릉도', west: 130.76, south: 37.42, east: 130.98, north: 37.58 },
  { name: '독도', west: 131.84, south: 37.22, east: 131.89, north: 37.26 },
];

/** Whether a point in WGS84 lies in South Korea or within a few kilometres of its coast. */
export function isInKorea({ lat, lng }: Coordinates): boolean {
  return (
    isWithinOutline(lng, lat) ||
    FAR_ISLANDS.some(
      ({ west, south, east, north }) => west <= lng && lng <= east && south <= lat && lat <= north,
    )
  );
}

/**
 * Whether a point is inside the outline. A line from the point to the east crosses the outline an odd number of times
 * if the point is inside. The loop uses an index, because `for … of` is four times slower and the function runs for
 * every row of the register.
 */
function isWithinOutline(lng: number, lat: number): boolean {
  let isWithin = false;
  let [fromLng, fromLat] = [OUTLINE[OUTLINE.length - 2] as number, OUTLINE[OUTLINE.length - 1] as number];
  for (let at = 0; at < OUTLINE.length; at += 2) {
    const toLng = OUTLINE[at] as number;
    const toLat = OUTLINE[at + 1] as number;
    const crosses = fromLat > lat !== toLat > lat;
    if (crosses && lng < fromLng + ((lat - fromLat) / (toLat - fromLat)) * (toLng - fromLng))
      isWithin = !isWithin;
    fromLng = toLng;
    fromLat = toLat;
  }
  return isWithin;
}
