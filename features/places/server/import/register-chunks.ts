import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type CsvRow, csvRows } from '#common/csv-rows.ts';
import { createAddressWordIndex } from './address-word-index.ts';
import { copyLines } from './copy-lines.ts';
import { placeRowLine } from './place-rows.ts';
import {
  type Refusal,
  type RegisterHeader,
  type Remark,
  readHeader,
  readRegisterRow,
} from './register-format.ts';
import { decodeRegister, encodingOf } from './register-text.ts';
import { seenKeys } from './seen-keys.ts';
import type { AddressWord } from './store-places.ts';

export type RowRemark = {
  line: number;
  licence: string;
  name: string;
  note: Refusal | Remark | 'repeated';
  /** If `note` is 'repeated', the first line with the same licence number. */
  firstLine?: number;
};

export type RegisterChunk = {
  /** Number of rows of the file up to the end of this chunk. Rejected rows are included. */
  rowsDone: number;
  bytesRead: number;
  /** Lines (`placeRowLine`) of places that appear in the file for the first time. */
  fresh: Uint8Array<ArrayBuffer>;
  /** Number of lines in `fresh`. */
  freshRows: number;
  /**
   * Lines of places that appeared earlier in the file and whose row here is newer. The lines are in the order of the
   * file.
   */
  again: Uint8Array<ArrayBuffer>;
  refused: number;
  repeated: number;
  withoutPoint: number;
  /** Number of rows with invalid bytes. */
  unreadable: number;
  /** Pairs of an address word and a cell of the search index that no earlier chunk contained. */
  words: AddressWord[];
  notes: RowRemark[];
};

/** Thrown if the file is not a register. The message gives the reason. */
export class NotARegister extends Error {}

const ROWS_OF_A_CHUNK = 5_000;
/** The average length of a row in bytes, which is approximate. */
const BYTES_OF_A_ROW = 280;

/**
 * Reads a register file in chunks that fit into memory.
 * @throws NotARegister
 */
export async function* registerChunks({ file }: { file: string }): AsyncGenerator<RegisterChunk> {
  const decoding = decodeRegister(await encodingOf(file));
  const stream = createReadStream(file, { highWaterMark: 1 << 16 });
  const rows = csvRows();
  const { size } = await stat(file);
  const reader = chunkReader(size / BYTES_OF_A_ROW);
  for await (const bytes of stream) {
    for (const row of rows.push(decoding.push(bytes))) {
      const chunk = reader.add(row, stream);
      if (chunk) yield chunk;
    }
  }
  for (const row of [...rows.push(decoding.end()), ...rows.end()]) {
    const chunk = reader.add(row, stream);
    if (chunk) yield chunk;
  }
  yield reader.finish(stream);
}

function chunkReader(rowsExpected: number) {
  const seen = seenKeys(rowsExpected);
  const wordIndex = createAddressWordIndex();
  const fresh = copyLines();
  const again = copyLines();
  let header: RegisterHeader | undefined;
  let rowsDone = 0;
  let chunk = emptyChunk();

  const complete = (stream: ReadStream): RegisterChunk => {
    const counts = chunk;
    chunk = emptyChunk();
    return {
      ...counts,
      freshRows: fresh.count(),
      fresh: fresh.take(),
      again: again.take(),
      words: wordIndex.takeNewPairs(),
      rowsDone,
      bytesRead: stream.bytesRead,
    };
  };

  const addRow = ({ fields, line, strayQuoteAt }: CsvRow, known: RegisterHeader) => {
    const row = readRegisterRow(fields, { header: known, wordIndex });
    if ('refusal' in row) {
      chunk.refused++;
      chunk.notes.push({ line, licence: row.licence, name: row.name, note: row.refusal });
      return;
    }
    const { facts, remarks } = row;
    const { firstLine, isNewest } = seen.see(facts.placeId, line, facts.updatedOn);
    if (facts.lat === null) chunk.withoutPoint++;
    if (remarks.includes('unreadable_letters')) chunk.unreadable++;
    if (strayQuoteAt !== null) remarks.push('stray_quote');
    for (const note of remarks) chunk.notes.push({ line, licence: row.licence, name: facts.name, note });
    if (firstLine !== line) {
      chunk.repeated++;
      chunk.notes.push({ line, licence: row.licence, name: facts.name, note: 'repeated', firstLine });
      if (isNewest) again.add(placeRowLine(facts));
    } else {
      fresh.add(placeRowLine(facts));
    }
  };

  return {
    add: (row: CsvRow, stream: ReadStream): RegisterChunk | null => {
      if (header === undefined) {
        header = headerOf(row.fields);
        return null;
      }
      if (row.fields.length === 1 && row.fields[0]?.trim() === '') return null;
      rowsDone++;
      addRow(row, header);
      return rowsDone % ROWS_OF_A_CHUNK === 0 ? complete(stream) : null;
    },
    finish: (stream: ReadStream): RegisterChunk => {
      if (header === undefined) throw new NotARegister('it is empty');
      return complete(stream);
    },
  };
}

const emptyChunk = () => ({
  refused: 0,
  repeated: 0,
  withoutPoint: 0,
  unreadable: 0,
  notes: [] as RowRemark[],
});

function headerOf(fields: string[]): RegisterHeader {
  const header = readHeader(fields);
  if ('missing' in header) throw new NotARegister(`its first line has no ${header.missing.join(', ')}`);
  return header;
}
