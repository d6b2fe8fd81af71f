import proj4 from 'proj4';
import type { Coordinates } from '#common/geo.ts';
import { isInKorea } from './korea.ts';

/**
 * The coordinates of the register: Bessel ellipsoid, 중부원점 TM (EPSG:5174), with the shift to WGS84. Without the shift,
 * points would be 362 m off. The longitude of origin is 127° plus 10.405″, which corrects an error of the old survey.
 */
export const EPSG_5174 =
  '+proj=tmerc +lat_0=38 +lon_0=127.0028902777778 +k=1 +x_0=200000 +y_0=500000 +ellps=bessel +units=m +no_defs ' +
  '+towgs84=-115.80,474.99,674.11,1.16,-2.31,-1.63,6.43';

const toWgs84 = proj4(EPSG_5174, 'EPSG:4326');

/**
 * Converts a point of the register to WGS84, with an accuracy of a tenth of a metre. The remark `no_point` means that
 * a coordinate is empty or not a number, or that both are zero. The remark `impossible_point` means that the point is
 * not in Korea.
 * @param x metres east, as text; negative at 백령도
 * @param y metres north, as text; negative in most of 제주도
 */
export function registerPoint(
  x: string,
  y: string,
): { point: Coordinates; remark: null } | { point: null; remark: 'no_point' | 'impossible_point' } {
  const [east, north] = [Number(x), Number(y)];
  const isMissing = x === '' || y === '' || (east === 0 && north === 0);
  if (isMissing || !Number.isFinite(east) || !Number.isFinite(north))
    return { point: null, remark: 'no_point' };
  const [lng, lat] = toWgs84.forward<[number, number]>([east, north]);
  if (!isInKorea({ lat, lng })) return { point: null, remark: 'impossible_point' };
  return { point: { lat: rounded(lat), lng: rounded(lng) }, remark: null };
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
