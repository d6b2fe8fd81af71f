import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { csvRows } from '#common/csv-rows.ts';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';
import { phoneKey } from '#features/official-lists/official-matching.rules.ts';
import { decodeRegister, encodingOf } from '#features/places/server/import/register-import.public.ts';

/** An entry as its source describes it. */
export type SourceEntry = {
  sourceKey: string;
  name: string;
  address: string;
  phone: string;
  menus: { name: string; price: number }[];
  designatedOn: string | null;
};

export type OfficialListFile = {
  /** Number of rows without the header. */
  rows: number;
  entries: SourceEntry[];
  /** Rows without a name or an address. */
  refused: { line: number; name: string }[];
  isLastRowCut: boolean;
  /** Number of characters that are not text in the encoding of the file. */
  unreadable: number;
};

/** Returns the value of the first of these columns that the file has; '' if it has none. */
type Row = (...columns: readonly string[]) => string;

/** `null`: the row is no longer in the list, or is not a restaurant. */
type Format = { columns: readonly (readonly string[])[]; read: (row: Row) => SourceEntry | null };

/** A columns list contains alternatives: one of them must be in the header. */
const FORMATS: Record<OfficialList, Format> = {
  excellent: {
    columns: [['관리번호'], ['업소명'], ['도로명주소'], ['지정일자']],
    read: (row) =>
      isOperating(row) && row('지정취소일자') === ''
        ? {
            ...common(row),
            sourceKey: `${row('개방자치단체코드')}:${row('관리번호')}`,
            designatedOn: dayOf(row('재지정일자') || row('지정일자')),
          }
        : null,
  },
  tourist: {
    columns: [['관리번호'], ['사업장명'], ['도로명주소'], ['영업상태명']],
    read: (row) =>
      isOperating(row)
        ? {
            ...common(row),
            sourceKey: `${row('개방자치단체코드')}:${row('관리번호')}`,
            designatedOn: dayOf(row('인허가일자')),
          }
        : null,
  },
  good_price: {
    columns: [['업소명'], ['업종'], ['주소'], ['메뉴1'], ['가격1']],
    read: (row) =>
      NOT_FOOD.test(row('업종'))
        ? null
        : { ...common(row), menus: [1, 2, 3, 4].flatMap((at) => menuOf(row, at)) },
  },
  century: {
    columns: [
      ['업체명', '업소명'],
      ['업체주소', '기본주소', '주소'],
    ],
    read: common,
  },
};

/** Kinds of 착한가격업소 and 백년가게 that are not restaurants. */
const NOT_FOOD = /미용|이용|세탁|목욕|숙박|노래|PC|피시|당구|사진|의류|수선|체육|헬스|학원|독서|안경|서비스/;

const isOperating = (row: Row) => row('영업상태명').startsWith('영업');

function common(row: Row): SourceEntry {
  const name = row('업소명', '업체명', '사업장명');
  const address = addressOf(row);
  return {
    // Lists without numbers: the name and the address are the identity of an entry.
    sourceKey: createHash('sha256').update(`${name}\n${address}`).digest('base64url').slice(0, 32),
    name,
    address,
    phone: phoneKey(row('전화번호', '연락처')),
    menus: [],
    designatedOn: null,
  };
}

function addressOf(row: Row): string {
  const address = row('도로명주소') || row('주소', '업체주소', '기본주소') || row('지번주소', '소재지주소');
  const province = row('시도');
  const isWhole = province === '' || address.startsWith(province.slice(0, 2));
  return isWhole ? address : [province, row('시군', '시군구'), address].filter(Boolean).join(' ');
}

function menuOf(row: Row, at: number): SourceEntry['menus'] {
  const name = row(`메뉴${at}`);
  const price = Number(row(`가격${at}`).replace(/[,원\s]/g, ''));
  return name === '' || !Number.isInteger(price) || price <= 0 ? [] : [{ name, price }];
}

const dayOf = (text: string): string | null => {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  return year && month && day && !Number.isNaN(Date.parse(`${year}-${month}-${day}`))
    ? `${year}-${month}-${day}`
    : null;
};

/** Reads a file of an official list; null if the header is not that of the list. A file has at most 20 MB. */
export async function readOfficialList(file: string, list: OfficialList): Promise<OfficialListFile | null> {
  const decoding = decodeRegister(await encodingOf(file));
  const text = decoding.push(await readFile(file)) + decoding.end();
  const parser = csvRows();
  const [header, ...rows] = [...parser.push(text.replace(/^\ufeff/, '')), ...parser.end()];
  const names = header?.fields.map((name) => name.trim()) ?? [];
  const { columns, read } = FORMATS[list];
  if (!columns.every((alternatives) => alternatives.some((name) => names.includes(name)))) return null;
  const result: OfficialListFile = {
    rows: 0,
    entries: [],
    refused: [],
    isLastRowCut: false,
    unreadable: text.split(/[\ufffd\0]/).length - 1,
  };
  const entries = new Map<string, SourceEntry>();
  for (const { fields, line } of rows) {
    if (fields.length === 1 && fields[0]?.trim() === '') continue;
    result.rows++;
    result.isLastRowCut = fields.length < names.length;
    const row: Row = (...wanted) => {
      const at = names.findIndex((name) => wanted.includes(name));
      return at === -1 ? '' : (fields[at]?.trim().replaceAll(/\s+/g, ' ') ?? '');
    };
    const entry = read(row);
    if (entry === null) continue;
    if (entry.name === '' || entry.address === '') result.refused.push({ line, name: entry.name });
    else entries.set(entry.sourceKey, entry);
  }
  return { ...result, entries: [...entries.values()] };
}
