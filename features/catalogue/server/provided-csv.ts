import { z } from 'zod';
import { type CsvRow, csvRows } from '#common/csv-rows.ts';
import { fieldErrors } from '#common/field-errors.ts';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import {
  catalogueProblems,
  CSV_ROWS_MAXIMUM,
  EPISODE_MAXIMUM,
  type ImportedRow,
  SOURCE_TITLE_MAXIMUM,
} from '#features/catalogue/provided-admin.contract.ts';
import { ProvidedSourceKind } from '#features/catalogue/provided.contract.ts';
import { withoutCountry } from '#features/places/addresses.rules.ts';
import { PlaceId } from '#features/places/places.contract.ts';
import { SOURCE_MEMO_MAXIMUM, TAG_MAXIMUM, TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import { problem } from '#server/http/problem.ts';
import type { NamedEpisode } from './sources.service.ts';

export type ProvidedRow = {
  line: number;
  name: string;
  /** The id at a maps service; null if the row contains no id. */
  placeId: string | null;
  address: string;
  coordinates: { lat: number; lng: number } | null;
  phoneNumber: string;
  /** null if the row contains no category. */
  categoryId: string | null;
  memo: string;
  tags: string[];
  source: NamedEpisode | null;
  errors: ImportedRow['errors'];
};

/**
 * For each column, the accepted names in the header. The first is the documented name, the others are common
 * alternatives.
 */
const COLUMNS: Record<string, readonly string[]> = {
  place_id: ['place_id', 'placeid', 'google_place_id', 'googleplaceid', '장소id'],
  name: ['name', '이름', '상호', '가게', '식당'],
  address: ['address', '주소'],
  lat: ['lat', 'latitude', '위도'],
  lng: ['lng', 'lon', 'longitude', '경도'],
  phone: ['phone', '전화', '전화번호'],
  category: ['category', '카테고리', '분류'],
  memo: ['memo', '메모', '출처메모'],
  tags: ['tags', '태그', '꼬리표'],
  source: ['source', '출처', '프로그램', '가이드'],
  source_kind: ['source_kind', '출처종류', '종류'],
  episode: ['episode', '회차', '편', '호'],
  date: ['date', '날짜', '방송일', '발행일'],
  link: ['link', '링크', '주소링크'],
};

const KINDS: Record<string, ProvidedSourceKind> = {
  방송: 'tv',
  tv: 'tv',
  텔레비전: 'tv',
  web: 'web',
  유튜브: 'web',
  웹: 'web',
  magazine: 'magazine',
  잡지: 'magazine',
  guide: 'guide',
  가이드: 'guide',
};

const number = (minimum: number, maximum: number) =>
  z
    .literal('')
    .transform(() => null)
    .or(z.coerce.number().min(minimum).max(maximum));

/** The cells of a row. A missing cell is ''. */
const Cells = z.object({
  place_id: z.literal('').or(PlaceId),
  name: z.string().min(1, 'restaurants.name_missing').max(100),
  address: z.string().transform(withoutCountry).pipe(z.string().max(200)),
  lat: number(-90, 90),
  lng: number(-180, 180),
  phone: z
    .string()
    .max(30)
    .regex(/^[0-9+()\-\s]*$/, 'restaurants.phone_invalid')
    .transform(toNationalNumber),
  memo: z.string().max(SOURCE_MEMO_MAXIMUM),
  tags: z
    .string()
    .transform((text) => [...new Set(text.split(/[,;|#\n]/).map((tag) => tag.trim()))].filter(Boolean))
    .pipe(z.array(z.string().max(TAG_MAXIMUM)).max(TAGS_MAXIMUM)),
  source: z.string().max(SOURCE_TITLE_MAXIMUM),
  source_kind: z
    .string()
    .transform((text) => (text === '' ? '' : (KINDS[text.toLowerCase()] ?? text)))
    .pipe(z.literal('').or(ProvidedSourceKind)),
  episode: z.string().max(EPISODE_MAXIMUM),
  date: z
    .string()
    .transform((text) => text.replaceAll(/[./]/g, '-'))
    .pipe(z.literal('').or(z.iso.date().refine((text) => text >= '1900-01-01'))),
  link: z.literal('').or(z.url({ protocol: /^https?$/ }).max(500)),
});

/**
 * Parses a CSV file of provided restaurants. The delimiter is a comma, or a tab if the rows were copied from a
 * spreadsheet. The names in the header are Korean or English, and the columns are in any order. The errors of a row
 * are returned in its `errors`, and the other rows are still parsed.
 * @throws catalogue.csv_unreadable, catalogue.csv_empty, catalogue.csv_too_long
 */
export function readProvidedCsv({
  csv,
  categories,
}: {
  csv: string;
  categories: readonly Category[];
}): ProvidedRow[] {
  const [header, ...records] = recordsOf(csv);
  const columns = (header?.fields ?? []).map(columnNamed);
  if (!columns.includes('name')) throw problem(catalogueProblems, 'catalogue.csv_unreadable');
  if (records.length === 0) throw problem(catalogueProblems, 'catalogue.csv_empty');
  if (records.length > CSV_ROWS_MAXIMUM) {
    throw problem(catalogueProblems, 'catalogue.csv_too_long', { maximum: CSV_ROWS_MAXIMUM });
  }
  return records.map(({ fields, line, strayQuoteAt }) => {
    const given = Object.fromEntries(Object.keys(COLUMNS).map((column) => [column, '']));
    for (const [at, column] of columns.entries()) if (column) given[column] = fields[at] ?? '';
    const row = rowOf({ line, given, categories });
    if (strayQuoteAt === null) return row;
    // Only the stray quote is reported, because after it the cells may be in the wrong columns.
    return { ...row, errors: [{ column: columns[strayQuoteAt] ?? 'name', code: 'catalogue.csv_quote' }] };
  });
}

function recordsOf(csv: string): CsvRow[] {
  // The text is normalised, because a file that was saved on macOS can contain decomposed Hangul (NFD).
  const text = csv
    .replace(/^\ufeff/, '')
    .normalize()
    .replaceAll(/\r\n?/g, '\n');
  const delimiter = /[^\n]+/.exec(text)?.[0].includes('\t') ? '\t' : ',';
  const rows = csvRows({ delimiter, allowsBlanks: true });
  return [...rows.push(text), ...rows.end()]
    .map((row) => ({ ...row, fields: row.fields.map((field) => field.trim()) }))
    .filter(({ fields }) => fields.some((field) => field !== ''));
}

function columnNamed(heading: string): string | undefined {
  const bare = heading.toLowerCase().replaceAll(/[\s\ufeff]/g, '');
  return Object.keys(COLUMNS).find((column) => COLUMNS[column]?.includes(bare));
}

function rowOf({
  line,
  given,
  categories,
}: {
  line: number;
  given: Record<string, string>;
  categories: readonly Category[];
}): ProvidedRow {
  const checked = Cells.safeParse(given);
  const errors: ImportedRow['errors'] = fieldErrors(checked.error?.issues ?? [], given).map(
    // An error in a tag has the path `tags.0`. The error is reported for the column `tags`.
    ({ path, ...error }) => ({ column: path.split('.')[0] ?? '', ...error }),
  );
  const cells = checked.data ?? NO_CELLS;

  const wanted = given.category?.trim() ?? '';
  const category = categories.find(({ id, name }) => id === wanted || name === wanted);
  if (wanted !== '' && !category) errors.push({ column: 'category', code: 'restaurants.category_unknown' });
  const { lat, lng } = cells;
  if ((lat === null) !== (lng === null)) errors.push({ column: 'lat', code: 'invalid' });
  if (cells.source === '' && (cells.episode !== '' || cells.date !== '')) {
    errors.push({ column: 'source', code: 'catalogue.source_missing' });
  }
  return {
    line,
    name: given.name ?? '',
    placeId: cells.place_id || null,
    address: cells.address,
    coordinates: lat !== null && lng !== null ? { lat, lng } : null,
    phoneNumber: cells.phone,
    categoryId: category?.id ?? null,
    memo: cells.memo,
    tags: cells.tags,
    source:
      cells.source === ''
        ? null
        : {
            title: cells.source,
            kind: cells.source_kind || null,
            episode: {
              name: cells.episode,
              publishedOn: cells.date || null,
              link: cells.link || null,
            },
          },
    errors,
  };
}

/**
 * Converts a telephone number to the national format.
 * @example toNationalNumber('+82 2-123-4567') // '02-123-4567'
 */
function toNationalNumber(phoneNumber: string): string {
  return phoneNumber.replace(/^\+82[\s-]*0?/, '0');
}

const NO_CELLS = Cells.parse({
  ...Object.fromEntries(Object.keys(Cells.shape).map((column) => [column, ''])),
  name: '-',
});
