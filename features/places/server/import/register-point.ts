import proj4 from 'proj4';
import type { Coordinates } from '#common/geo.ts';

/**
 * The register's coordinates: Bessel, 중부원점 TM (EPSG:5174) with the shift to WGS84, without which points lie
 * 362 m off. The longitude of origin is 127° and the 10.405″ by which the old survey was out.
 */
export const EPSG_5174 =
  '+proj=tmerc +lat_0=38 +lon_0=127.0028902777778 +k=1 +x_0=200000 +y_0=500000 +ellps=bessel +units=m +no_defs ' +
  '+towgs84=-115.80,474.99,674.11,1.16,-2.31,-1.63,6.43';

const toWgs84 = proj4(EPSG_5174, 'EPSG:4326');

/** Korea with its islands and the sea between them, degrees. */
const KOREA = { south: 32.5, north: 39, west: 124, east: 132 };

/**
 * A point of the register in WGS84, to a tenth of a metre; null if the register has none (empty, zero, or nowhere in Korea).
 * @param x metres east, as text
 * @param y metres north, as text
 */
export function registerPoint(x: string, y: string): Coordinates | null {
  const [east, north] = [Number(x), Number(y)];
  if (!(east > 0 && north > 0)) return null;
  const [lng, lat] = toWgs84.forward<[number, number]>([east, north]);
  const { south, north: top, west, east: right } = KOREA;
  const isInKorea = south <= lat && lat <= top && west <= lng && lng <= right;
  return isInKorea ? { lat: rounded(lat), lng: rounded(lng) } : null;
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
