import { zipOf } from './read-files.test-factory.ts';

type Cell = string | number | Date;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const DAY_MS = 86_400_000;
/** Excel counts days from 1899-12-30. */
const serial = (date: Date) => date.getTime() / DAY_MS + 25_569;

/** Creates a workbook as Excel writes it: shared strings, and dates as numbers with a format. */
export function workbookOf(sheets: Record<string, Cell[][]>): Uint8Array {
  const strings: string[] = [];
  const cellOf = (cell: Cell, reference: string): string => {
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    if (cell instanceof Date) return `<c r="${reference}" s="1"><v>${serial(cell)}</v></c>`;
    if (cell === '') return '';
    strings.push(`<si><t>${escaped(cell)}</t></si>`);
    return `<c r="${reference}" t="s"><v>${strings.length - 1}</v></c>`;
  };
  const names = Object.keys(sheets);
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const files = Object.values(sheets).map((rows, at) => {
    const written = rows.map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((cell, x) => cellOf(cell, `${'ABCDEFGH'[x]}${y + 1}`)).join('')}</row>`,
    );
    return [
      `xl/worksheets/sheet${at + 1}.xml`,
      `${head}<worksheet xmlns="${main}"><sheetData>${written.join('')}</sheetData></worksheet>`,
    ] as const;
  });
  return zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packaged}">${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rIdS" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdT" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${strings.join('')}</sst>`,
    ...Object.fromEntries(files),
  });
}
