import { stringify } from 'csv-stringify/browser/esm/sync';
import { unzip } from 'fflate';
import type { CellValue } from 'read-excel-file/universal';
import { FileProblem, type FileSource } from './file-place.ts';

/** Maximum number of bytes of the unpacked parts of a workbook together. The library unpacks all of them at once. */
const UNPACKED_MAXIMUM = 100 * 1024 * 1024;

/** A sheet as the text of a CSV file. The list is the file if the sheet has no name of its own. */
type SheetText = { sheet: string; list: string; text: string };

/**
 * Reads the sheets of a workbook of Excel (.xlsx) that are not empty. The library is loaded on demand.
 * @throws FileProblem
 */
export async function sheetsOf(file: FileSource): Promise<SheetText[]> {
  const blob = await new Response(file.stream()).blob();
  await checkSize(new Uint8Array(await blob.arrayBuffer()));
  const { default: readExcelFile } = await import('read-excel-file/universal');
  // Numbers stay as they are written: a name may be 1988, and a telephone number may have many digits.
  const sheets = await readExcelFile(blob, { parseNumber: (written) => written }).catch(() => {
    throw new FileProblem('spreadsheet');
  });
  return sheets
    .filter(({ data }) => data.length > 0)
    .map(({ sheet, data }) => ({
      sheet,
      list: isStandardName(sheet) ? file.name.replace(/\.xlsx$/i, '.csv') : `${sheet}.csv`,
      text: stringify(data.map((row) => row.map(textOfCell))),
    }));
}

/** The sizes that the ZIP declares. fflate unpacks no entry beyond its declared size. */
async function checkSize(bytes: Uint8Array): Promise<void> {
  let unpacked = 0;
  await new Promise<void>((resolve, reject) => {
    const filter = ({ originalSize }: { originalSize: number }) => {
      unpacked += originalSize;
      return false;
    };
    unzip(bytes, { filter }, (error) => (error ? reject(new FileProblem('damaged_zip')) : resolve()));
  });
  if (UNPACKED_MAXIMUM < unpacked) throw new FileProblem('inflates_too_much');
}

const isStandardName = (sheet: string): boolean => /^(?:sheet|시트) ?\d*$/i.test(sheet);

/** Writes a date as other tables do. A workbook has no time zone. */
function textOfCell(cell: CellValue | null): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  const [day = '', time = ''] = cell.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}
