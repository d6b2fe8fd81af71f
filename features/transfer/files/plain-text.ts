import { cut } from '#common/cut.ts';
import { readableLine } from '#common/readable-text.ts';

/** Named entities of HTML that occur in descriptions. Numeric entities are converted without a table. */
export const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  sbquo: '‚',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
  bull: '•',
  shy: '',
  zwj: '\u200d',
  zwnj: '\u200c',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  times: '×',
  divide: '÷',
  plusmn: '±',
  frac12: '½',
  euro: '€',
  yen: '¥',
  pound: '£',
  cent: '¢',
  sect: '§',
  para: '¶',
  hearts: '♥',
  rarr: '→',
  larr: '←',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  ocirc: 'ô',
  ntilde: 'ñ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  Eacute: 'É',
  szlig: 'ß',
};

const LENGTH_MAXIMUM = 8_000;

/** Converts HTML to plain text, because names and descriptions in KML contain HTML. */
export function plainText(written: string): string {
  return written
    .slice(0, LENGTH_MAXIMUM)
    .normalize('NFC')
    .replace(/<br\s{0,3}\/?>|<\/(?:p|div|li|tr)>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]{0,500}>/gi, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z\d]{2,8}));/gi, character)
    .replace(ZERO_WIDTH, '')
    .replace(CONTROL, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();
}

function character(whole: string, decimal?: string, hexadecimal?: string, name = ''): string {
  const named = ENTITIES[name] ?? ENTITIES[name.toLowerCase()];
  if (named !== undefined) return named;
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  return 0 < code && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
}

/** Characters without a width are removed. Joiners stay, because emoji such as 👩‍👩‍👧 contain them. */
const ZERO_WIDTH = /[\u200b\u200e\u200f\u2060\ufeff]/g;
/** Characters that are replaced by a space: control characters except line breaks and tabs, and lone surrogates. */
const CONTROL = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/** Replaces NUL and lone surrogates, because PostgreSQL cannot store these characters. */
export const storable = (written: string): string => written.replace(/[\0\p{Cs}]/gu, ' ');

/** Returns a text in one line. Returns '' if nothing visible is left. */
export const oneLine = (written: string, maximum: number): string =>
  cut(
    readableLine(
      written
        .slice(0, 4 * maximum)
        .normalize('NFC')
        .replace(ZERO_WIDTH, '')
        .replace(CONTROL, ' '),
    ),
    maximum,
  );

/** Joins texts, each on its own lines. A text that an earlier text contains is left out. */
export function joinLines(...texts: readonly string[]): string {
  let joined = '';
  for (const text of texts) {
    if (joined === '') joined = text;
    else if (!joined.includes(text)) joined += `\n${text}`;
  }
  return joined;
}
