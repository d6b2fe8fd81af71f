import { DAY_MS, EARLIEST_DAY, parseDay } from '#common/dates.ts';
import type { Coordinates } from '#common/geo.ts';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import type { FilePlace } from './file-place.ts';

/**
 * Returns null for missing coordinates, and for coordinates that are not on earth. Also returns null for [0, 0], because files contain [0, 0] for
 * unknown points.
 */
export function pointOf({ lat, lng }: { lat: number | null; lng: number | null }): Coordinates | null {
  if (lat === null || lng === null) return null;
  if (!Number.isFinite(lat) || !Number.isFinite(lng) || (lat === 0 && lng === 0)) return null;
  return -90 <= lat && lat <= 90 && -180 <= lng && lng <= 180 ? { lat, lng } : null;
}

/** Returns the centre of the bounds of points, given as longitude and latitude; null if there are none. */
export function centreOf(points: readonly (readonly number[])[]): Coordinates | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng = Number.NaN, lat = Number.NaN] of points) {
    if (Number.isNaN(lng) || Number.isNaN(lat)) continue;
    [west, east] = [Math.min(west, lng), Math.max(east, lng)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  const middle = (from: number, to: number) => Number(((from + to) / 2).toFixed(7));
  return pointOf({ lat: middle(south, north), lng: middle(west, east) });
}

/**
 * Reads a point from one text: latitude and longitude as decimals in either order, degrees with minutes and seconds, or
 * a point in WKT, which Google My Maps writes.
 * @example pointIn('POINT (127.05 37.54)') // { lat: 37.54, lng: 127.05 }
 */
export function pointIn(written: string): Coordinates | null {
  const wkt = /^\s*POINT ?Z?\s*\(\s*(-?\d[\d.]*)\s+(-?\d[\d.]*)/i.exec(written);
  if (wkt) return pointOf({ lat: Number(wkt[2]), lng: Number(wkt[1]) });
  const pair = /^[\s([]*(-?\d{1,3}\.\d+)°?\s*[,\s/]\s*(-?\d{1,3}\.\d+)°?[\s)\]]*$/.exec(written);
  if (pair) {
    const [first, second] = [Number(pair[1]), Number(pair[2])];
    return Math.abs(first) > 90 ? pointOf({ lat: second, lng: first }) : pointOf({ lat: first, lng: second });
  }
  const parts = [
    ...written.slice(0, 100).matchAll(/(\d{1,3})°\s*(\d{1,2})['′]\s*([\d.]+)(?:"|″|'')\s*([NSEW])/gi),
  ];
  const degrees = (letters: string) => {
    const part = parts.find(([, , , , letter = '']) => letters.includes(letter.toUpperCase()));
    if (!part) return Number.NaN;
    const value = Number(part[1]) + Number(part[2]) / 60 + Number(part[3]) / 3600;
    return Number((/[SW]/i.test(part[4] ?? '') ? -value : value).toFixed(7));
  };
  return pointOf({ lat: degrees('NS'), lng: degrees('EW') });
}

/** Reads a number. A comma may be the decimal point, as in `37,54`. */
export function numberOf(written: string | undefined): number {
  const number = (written ?? '')
    .trim()
    .replace(/°?\s*[NE]?$/i, '')
    .replace(/^([-+]?\d+),(\d+)$/, '$1.$2');
  return /^[-+]?\d/.test(number) ? Number(number) : Number.NaN;
}

/** Returns the status that a text states; null if the text states none. */
export function statusOf(written: string): FilePlace['status'] {
  const status = plain(written)
    .toLowerCase()
    .replace(/[\s.!~_-]/g, '');
  if (DONE.test(status)) return VISITED;
  return PLANNED.test(status) ? TO_VISIT : null;
}

const DONE =
  /^(?:방문|방문완료|방문함|방문했음|방문했어요?|완료|다녀옴|다녀왔음|다녀왔어요?|다녀온곳|가봄|가봤음|가봤어요?|가봤다|가본곳|갔다옴|갔다왔음|갔음|재방문.*|[1-9]\d?[회번](?:방문)?|예|네|응|ㅇ|o|○|◯|⭕|●|v|✓|✔|✅|☑|🆗|y|yes|t|true|1|visited|done|been)$/;
const PLANNED =
  /^(?:방문예정|예정|안가봄|안가봤음|못가봄|안감|안갔음|미방문|미완료|방문전|0[회번]|가고싶음|가고싶다|가고싶은곳|가보고싶음|가보고싶다|가보고싶은곳|가볼예정|갈예정|아직|아직안감|다음에|가볼곳|가볼것|위시|위시리스트|찜|아니요|아니오|아뇨|ㄴ|x|×|✕|✖|✗|✘|❌|❎|☐|⬜|n|no|f|false|0|tovisit|todo|wish|wishlist|wanttogo|planned)$/;

const plain = (written: string): string => written.normalize('NFKC').replaceAll('\ufe0f', '').trim();

/**
 * Returns the rating, rounded to a multiple of 0.5. A scale of 10 or 100 must be in the text. Returns null if the text is
 * not a rating from 0.5 to 5.
 * @example ratingOf('8/10') // 4
 */
export function ratingOf(written: string): number | null {
  const text = plain(written);
  const rating = starsIn(text) ?? scaledRatingIn(text) ?? plainRatingIn(text);
  const rounded = Math.round(rating * 2) / 2;
  return 0.5 <= rounded && rounded <= 5 ? rounded : null;
}

/** Reads ★★★½. */
function starsIn(text: string): number | null {
  const [, stars, half] = /^((?:★|⭐|🌟){1,5})(½?)[☆✩⚝]*$/u.exec(text) ?? [];
  return stars === undefined ? null : [...stars].length + (half ? 0.5 : 0);
}

/** Reads 8/10, 4.5 out of 5 and 10점 만점에 8, on the scale from 0 to 5. */
function scaledRatingIn(text: string): number | null {
  const { rating, scale } =
    /^(?<rating>\d+(?:[.,]\d+)?)\s*점?\s*(?:\/|out of)\s*(?<scale>5|10|100)(?:\.0)?\s*점?(?:\s*\(.*\))?$/i.exec(
      text,
    )?.groups ??
    /^(?<scale>5|10|100)점\s*만점\s*(?:에|의|중|에서)?\s*(?<rating>\d+(?:[.,]\d+)?)\s*점?$/.exec(text)
      ?.groups ??
    {};
  return rating === undefined ? null : (numberOf(rating) / Number(scale)) * 5;
}

/** Reads 4.5, 별 4.5 and 4.5점. */
const plainRatingIn = (text: string): number =>
  numberOf(text.replace(/^(?:★|⭐|🌟|별)\s*(?=\d)/u, '').replace(/\s*(?:점|개|stars?|★|⭐)$/iu, ''));

/** Whether a text means that the place has no rating. */
export const isNoRating = (written: string): boolean =>
  /^(?:0(?:[.,]0+)?(?:\s*\/\s*\d+|점)?|-|[☆✩]+)$/.test(plain(written));

/**
 * Returns the time in milliseconds of a date, with or without a time of day. A day without a time is the midnight in
 * UTC. A time without a zone is Korea's time. A date without a day, and a date in the future, are null: a date is never
 * invented.
 */
export function timeOf(written: string): number | null {
  const text = plain(written);
  const found = datedText(text);
  if (!found) return null;
  const { year, month, date, rest } = found;
  const day = parseDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
  if (day === null) return null;
  const time = rest === '' ? day : timeOnDay(day, rest);
  return time !== null && EARLIEST_DAY <= time && time <= Date.now() + DAY_MS ? time : null;
}

type DatedText = { year: string; month: string; date: string; rest: string };

function datedText(text: string): DatedText | null {
  const ymd =
    /^(\d{4})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})\s*[.일]?(.*)$/s.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)()$/.exec(text);
  if (ymd) return dated(ymd[1], ymd[2], ymd[3], ymd[4]);
  const mdy = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(.*)$/s.exec(text);
  if (mdy) return dated(mdy[3], mdy[1], mdy[2], mdy[4]);
  const short = /^['’]?(\d\d)\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,2})\.?$/.exec(text);
  if (short) return dated(`20${short[1]}`, short[2], short[3], '');
  if (!/^[34]\d{4}$/.test(text)) return null;
  // Excel counts days from 1899-12-30.
  const serial = new Date((Number(text) - 25_569) * DAY_MS).toISOString();
  return dated(serial.slice(0, 4), serial.slice(5, 7), serial.slice(8, 10), '');
}

const dated = (year = '', month = '', date = '', rest = ''): DatedText => ({
  year,
  month,
  date,
  rest: rest.replace(/^\s*(?:\(.{1,4}\)|[월화수목금토일]요일)/, '').trim(),
});

function timeOnDay(day: number, rest: string): number | null {
  const time =
    /^[T,]?\s*(오전|오후|am|pm)?\s*(\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,9})?)?\s*(am|pm)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(
      rest,
    );
  if (!time) return null;
  const half = (time[1] ?? time[6] ?? '').toLowerCase();
  const isAfternoon = half === '오후' || half === 'pm';
  const hour = half === '' ? Number(time[2]) : (Number(time[2]) % 12) + (isAfternoon ? 12 : 0);
  const zone = (time[7] ?? '+09:00').replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const clock = [hour, time[3], time[4] ?? 0].map((part) => String(part).padStart(2, '0')).join(':');
  const at = Date.parse(`${new Date(day).toISOString().slice(0, 10)}T${clock}${time[5] ?? ''}${zone}`);
  return Number.isNaN(at) ? null : at;
}
