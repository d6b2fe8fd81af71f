import { hash } from 'node:crypto';
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
  rows: number;
  entries: SourceEntry[];
  /** Rows without a name or an address. */
  refused: { line: number; name: string }[];
  isLastRowCut: boolean;
  /** Number of characters that are not text in the encoding of the file. */
  unreadable: number;
};

/** Reads a row: returns the value of the first of these columns that the file has; '' if it has none. */
type ReadColumn = (...names: readonly string[]) => string;

type Format = {
  /** The columns that the header must have. Each is a list of names, of which one is enough. */
  requiredColumns: readonly (readonly string[])[];
  /** Returns null if the row is no longer in the list, or is not a restaurant. */
  read: (column: ReadColumn) => SourceEntry | null;
};

const FORMATS: Record<OfficialList, Format> = {
  excellent: {
    requiredColumns: [['관리번호'], ['업소명'], ['도로명주소'], ['지정일자']],
    read: (column) =>
      isOperating(column) && column('지정취소일자') === ''
        ? {
            ...entryByNameAndAddress(column),
            sourceKey: `${column('개방자치단체코드')}:${column('관리번호')}`,
            designatedOn: dayOf(column('재지정일자') || column('지정일자')),
          }
        : null,
  },
  tourist: {
    requiredColumns: [['관리번호'], ['사업장명'], ['도로명주소'], ['영업상태명']],
    read: (column) =>
      isOperating(column)
        ? {
            ...entryByNameAndAddress(column),
            sourceKey: `${column('개방자치단체코드')}:${column('관리번호')}`,
            designatedOn: dayOf(column('인허가일자')),
          }
        : null,
  },
  good_price: {
    requiredColumns: [['업소명'], ['업종'], ['주소'], ['메뉴1'], ['가격1']],
    read: (column) =>
      NOT_FOOD.test(column('업종'))
        ? null
        : { ...entryByNameAndAddress(column), menus: [1, 2, 3, 4].flatMap((nth) => menuOf(column, nth)) },
  },
  century: {
    requiredColumns: [
      ['업체명', '업소명'],
      ['업체주소', '기본주소', '주소'],
    ],
    read: entryByNameAndAddress,
  },
};

/** Kinds of 착한가격업소 and 백년가게 that are not restaurants. */
const NOT_FOOD = /미용|이용|세탁|목욕|숙박|노래|PC|피시|당구|사진|의류|수선|체육|헬스|학원|독서|안경|서비스/;

const isOperating = (column: ReadColumn) => column('영업상태명').startsWith('영업');

function entryByNameAndAddress(column: ReadColumn): SourceEntry {
  const name = column('업소명', '업체명', '사업장명');
  const address = addressOf(column);
  return {
    // For lists without numbers, the name and the address are the identity of an entry. The formats with numbers replace it.
    sourceKey: hash('sha256', `${name}\n${address}`, 'base64url').slice(0, 32),
    name,
    address,
    phone: phoneKey(column('전화번호', '연락처')),
    menus: [],
    designatedOn: null,
  };
}

function addressOf(column: ReadColumn): string {
  const address =
    column('도로명주소') || column('주소', '업체주소', '기본주소') || column('지번주소', '소재지주소');
  const province = column('시도');
  const isWhole = province === '' || address.startsWith(province.slice(0, 2));
  return isWhole ? address : [province, column('시군', '시군구'), address].filter(Boolean).join(' ');
}

function menuOf(column: ReadColumn, nth: number): SourceEntry['menus'] {
  const name = column(`메뉴${nth}`);
  const price = Number(column(`가격${nth}`).replace(/[,원\s]/g, ''));
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
  const [header, ...lines] = [...parser.push(text.replace(/^\ufeff/, '')), ...parser.end()];
  const names = header?.fields.map((name) => name.trim()) ?? [];
  const { requiredColumns, read } = FORMATS[list];
  if (!requiredColumns.every((alternatives) => alternatives.some((name) => names.includes(name))))
    return null;
  const rows = lines.filter(({ fields }) => fields.length > 1 || fields[0]?.trim() !== '');
  const lastRow = rows.at(-1);
  const refused: OfficialListFile['refused'] = [];
  const entries = new Map<string, SourceEntry>();
  for (const { fields, line } of rows) {
    const entry = read((...alternatives) => {
      const position = names.findIndex((name) => alternatives.includes(name));
      return position === -1 ? '' : (fields[position]?.trim().replaceAll(/\s+/g, ' ') ?? '');
    });
    if (entry === null) continue;
    // If several rows have the same key, the last one is the current state.
    if (entry.name === '' || entry.address === '') refused.push({ line, name: entry.name });
    else entries.set(entry.sourceKey, entry);
  }
  return {
    rows: rows.length,
    entries: [...entries.values()],
    refused,
    isLastRowCut: lastRow !== undefined && lastRow.fields.length < names.length,
    unreadable: text.split(/[\ufffd\0]/).length - 1,
  };
}
