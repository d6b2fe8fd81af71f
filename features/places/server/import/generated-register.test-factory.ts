import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import iconv from 'iconv-lite';
import proj4 from 'proj4';
import { EPSG_5174 } from '#features/places/server/import/register-point.ts';
import { type GeneratedPlace, makePlaces, type Random, randomFrom } from './generated-places.test-factory.ts';

/**
 * Generates files in the format of the Ministry's licence register (일반음식점), with the faults of real files: duplicate
 * licence numbers, closed places, missing, zero and impossible coordinates, quotes, line breaks within fields,
 * truncated rows, rows without a name or number.
 */
export type RegisterOptions = {
  rows: number;
  seed?: number;
  /** Whether the file has the header of 2026 (`new`) or the header before 2026 (`old`). */
  header?: 'new' | 'old';
  /** Share of closed places, from 0 to 1. */
  closedShare?: number;
  /** Whether the file has faults. If false, every row is valid. */
  hasFaults?: boolean;
  /** If set, every n-th row has a new name and a change date in July 2026. All other rows stay the same. */
  renamedEvery?: number;
  /** Full names of the provinces of the places. Default: all. */
  provinces?: readonly string[];
};

const HEADERS = {
  new: '개방자치단체코드,관리번호,인허가일자,영업상태명,폐업일자,소재지면적,소재지우편번호,도로명우편번호,사업장명,업태구분명,데이터갱신구분,건물소유구분명,공장사무직직원수,공장생산직직원수,공장판매직직원수,급수시설구분명,남성종사자수,다중이용업소여부,데이터갱신시점,도로명주소,등급구분명,보증액,본사직원수,상세영업상태명,상세영업상태코드,시설총규모,여성종사자수,영업상태코드,영업장주변구분명,월세액,위생업태명,전통업소주된음식,전통업소지정번호,전화번호,좌표정보(X),좌표정보(Y),지번주소,홈페이지,최종수정시점',
  old: '번호,개방서비스명,개방서비스아이디,개방자치단체코드,관리번호,인허가일자,인허가취소일자,영업상태구분코드,영업상태명,상세영업상태코드,상세영업상태명,폐업일자,휴업시작일자,휴업종료일자,재개업일자,소재지전화,소재지면적,소재지우편번호,소재지전체주소,도로명전체주소,도로명우편번호,사업장명,최종수정시점,데이터갱신구분,데이터갱신일자,업태구분명,좌표정보(x),좌표정보(y),위생업태명,남성종사자수,여성종사자수,영업장주변구분명,등급구분명,급수시설구분명,총직원수,본사직원수,공장사무직직원수,공장판매직직원수,공장생산직직원수,건물소유구분명,보증액,월세액,다중이용업소여부,시설총규모,전통업소지정번호,전통업소주된음식,홈페이지,',
};

/** Yields the header and then the other lines of a file, each with its line end. */
export function* registerLines({
  rows,
  seed = 1,
  header = 'new',
  closedShare = 0.65,
  hasFaults = true,
  renamedEvery = Infinity,
  provinces,
}: RegisterOptions): Generator<string> {
  const columns = HEADERS[header].split(',');
  yield `${HEADERS[header]}\r\n`;
  const random = randomFrom(seed + 77);
  let number = 0;
  let earlier: Record<string, string> | undefined;
  for (const place of makePlaces({ count: rows, seed, closedShare, provinces })) {
    number++;
    const made = registerRow({ place, number, random, header });
    const row = number % renamedEvery === 0 ? renamed(made) : made;
    if (hasFaults) {
      const line = faultyLine({ row, earlier, columns, random });
      if (number % 500 === 0) earlier = row;
      yield line;
    } else {
      yield lineOf(row, columns);
    }
  }
}

function registerRow({
  place,
  number,
  random,
  header,
}: {
  place: GeneratedPlace;
  number: number;
  random: Random;
  header: 'new' | 'old';
}): Record<string, string> {
  const [x, y] = toRegister.forward([place.lng, place.lat]);
  const authority = String(
    3_000_000 + 10_000 * (place.district.length + place.province.length) + (number % 250) * 10,
  );
  const year = 1985 + Math.floor(random() * 40);
  const date = `${year}${two(1 + Math.floor(random() * 12))}${two(1 + Math.floor(random() * 28))}`;
  const touched = `${Math.max(year, 2004 + Math.floor(random() * 22))}${date.slice(4)}`;
  const whereabouts = `${place.province} ${place.district}`.trim();
  const wholeRoad = `${whereabouts} ${place.road} ${place.number}${random() < 0.6 ? ', 1층' : ''} (${place.dong})`;
  // Many closed places have no road address.
  const road = place.isClosed && number % 3 !== 0 ? '' : wholeRoad;
  const lot = `${whereabouts} ${place.dong} ${place.lot}번지`;
  const closedOn = place.isClosed ? touched : '';
  const detail = place.isClosed ? '폐업' : '영업';
  const shared = {
    개방자치단체코드: authority,
    관리번호: `${authority}-101-${year}-${String(number).padStart(7, '0')}`,
    인허가일자: date,
    영업상태명: place.isClosed ? '폐업' : random() < 0.01 ? '휴업' : '영업/정상',
    폐업일자: closedOn,
    소재지면적: (20 + random() * 200).toFixed(2),
    사업장명: place.name,
    업태구분명: place.kind,
    위생업태명: place.kind,
    데이터갱신구분: random() < 0.5 ? 'I' : 'U',
    남성종사자수: '0',
    여성종사자수: '0',
    다중이용업소여부: 'N',
    시설총규모: '0',
    상세영업상태명: detail,
    최종수정시점:
      header === 'new'
        ? `${touched.slice(0, 4)}-${touched.slice(4, 6)}-${touched.slice(6)} 10:12:31`
        : `${touched}101231`,
  };
  const point = { x: x.toFixed(9), y: y.toFixed(9) };
  const phone =
    random() < 0.5 ? `0${2 + Math.floor(random() * 60)} 0000${String(number % 10_000).padStart(4, '0')}` : '';
  if (header === 'new')
    // As in a real file: padded coordinates, a blank after the lot, telephone numbers without hyphens.
    return {
      ...shared,
      ...(number % 20 === 0 && { 소재지면적: '.00' }),
      도로명주소: road,
      지번주소: `${lot} `,
      전화번호: phone.replace(' ', ''),
      '좌표정보(X)': point.x.padEnd(20),
      '좌표정보(Y)': point.y.padEnd(20),
      데이터갱신시점: '2026-06-01 02:00:00',
    };
  return {
    ...shared,
    번호: String(number),
    개방서비스명: '일반음식점',
    개방서비스아이디: '07_24_04_P',
    소재지전화: phone,
    소재지전체주소: lot,
    도로명전체주소: road,
    '좌표정보(x)': point.x,
    '좌표정보(y)': point.y,
    데이터갱신일자: '2025-11-01 02:40:00.0',
  };
}

const renamed = (row: Record<string, string>) => ({
  ...row,
  사업장명: `새 ${row.사업장명}`,
  최종수정시점: '2026-07-01 09:00:00',
});

const toRegister = proj4('EPSG:4326', EPSG_5174);
const two = (number: number) => String(number).padStart(2, '0');

function faultyLine({
  row,
  earlier,
  columns,
  random,
}: {
  row: Record<string, string>;
  earlier: Record<string, string> | undefined;
  columns: string[];
  random: Random;
}): string {
  const [x, y] = columns.filter((column) => column.startsWith('좌표정보')) as [string, string];
  const turn = random();
  if (turn < 0.06) return lineOf({ ...row, [x]: '', [y]: '' }, columns);
  if (turn < 0.064) return lineOf({ ...row, [x]: '0', [y]: '0' }, columns);
  if (turn < 0.065) return lineOf({ ...row, [x]: '9999999', [y]: '-1' }, columns);
  if (turn < 0.0652) return lineOf({ ...row, 사업장명: ' ' }, columns);
  if (turn < 0.0653) return lineOf({ ...row, 관리번호: '' }, columns);
  if (turn < 0.0654) return `${lineOf(row, columns).split(',').slice(0, 7).join(',')}\r\n`;
  if (turn < 0.0694 && earlier) return lineOf({ ...earlier, 사업장명: `${earlier.사업장명} 이전` }, columns);
  // The same shop with the number of a new owner.
  if (turn < 0.0715 && earlier)
    return lineOf(
      { ...earlier, 개방자치단체코드: row.개방자치단체코드 ?? '', 관리번호: row.관리번호 ?? '' },
      columns,
    );
  if (turn < 0.075) return lineOf({ ...row, 사업장명: `${row.사업장명}, "별관"` }, columns);
  if (turn < 0.076) return lineOf({ ...row, 홈페이지: '첫 줄\n둘째 줄' }, columns);
  return lineOf(row, columns);
}

const lineOf = (row: Record<string, string>, columns: string[]) =>
  `${columns.map((column) => quoted(row[column] ?? '')).join(',')}\r\n`;

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Encodes text in CP949, the encoding of the Ministry's register. */
export const encodeCp949 = (text: string): Buffer => iconv.encode(text, 'cp949');

/** Writes a file in the Ministry's format. */
export async function writeRegister({
  file,
  encoding = 'cp949',
  ...options
}: RegisterOptions & { file: string; encoding?: 'cp949' | 'utf-8' | 'utf-8-bom' }): Promise<void> {
  const out = createWriteStream(file);
  const encode = encoding === 'cp949' ? encodeCp949 : (text: string) => Buffer.from(text);
  if (encoding === 'utf-8-bom') out.write('\ufeff');
  let lines: string[] = [];
  const flush = async () => {
    if (!out.write(encode(lines.join('')))) await once(out, 'drain');
    lines = [];
  };
  for (const line of registerLines(options)) {
    if (lines.push(line) === 2000) await flush();
  }
  await flush();
  out.end();
  await once(out, 'finish');
}
