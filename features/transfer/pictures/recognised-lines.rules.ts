/** A box in the picture, in pixels of the scaled-down picture that is recognised. */
export type Box = { left: number; top: number; width: number; height: number };

export type RecognisedLine = Box & {
  text: string;
  /** Confidence of the recognition, from 0 to 100. */
  confidence: number;
};

type Word = RecognisedLine & { line: string };

/**
 * Returns the readable lines of a picture, from top to bottom. The text was recognised separately in two masks: one
 * mask contains light text, the other dark text (text-masks.ts). If both masks have text at the same place, the better
 * result is kept.
 * @param tables Tesseract's output in TSV format, one table per mask
 */
export function readableLines(tables: readonly string[]): RecognisedLine[] {
  const lines = tables
    .flatMap((table) => mergeSegments(segmentsOf(wordsOf(table))))
    .filter(isReadable)
    .toSorted((a, b) => quality(b) - quality(a));
  const kept: RecognisedLine[] = [];
  for (const line of lines) if (!kept.some((other) => overlap(line, other) > 0.4)) kept.push(line);
  return kept.toSorted((a, b) => a.top + a.height / 2 - (b.top + b.height / 2));
}

/**
 * Returns the words of a table. The columns are level, page, block, paragraph, line, word, left, top, width, height,
 * confidence and text. The rows of words have level 5.
 */
function wordsOf(table: string): Word[] {
  return table.split('\n').flatMap((row) => {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, text = ''] =
      row.split('\t');
    if (level !== '5' || text.trim() === '') return [];
    const box = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
    return [
      {
        ...box,
        confidence: Number(confidence),
        text: text.trim(),
        line: [page, block, paragraph, line].join(),
      },
    ];
  });
}

/**
 * Joins the words of each line. Text recognition splits Korean words. Therefore only the distance between two words
 * decides whether a space is inserted.
 */
function segmentsOf(words: readonly Word[]): RecognisedLine[] {
  return [...Map.groupBy(words, ({ line }) => line).values()].map((all) => {
    const readable = all.filter(({ confidence }) => WORD_CONFIDENCE <= confidence);
    return joined(readable.length > 0 ? readable : all);
  });
}

const WORD_CONFIDENCE = 25;

function joined(parts: readonly RecognisedLine[]): RecognisedLine {
  const height = median(parts.map((part) => part.height));
  let text = '';
  let end = -Infinity;
  for (const part of parts) {
    const hasSpace = text !== '' && part.left - end > height * SPACE;
    text += hasSpace ? ` ${part.text}` : part.text;
    end = part.left + part.width;
  }
  const left = Math.min(...parts.map((part) => part.left));
  const top = Math.min(...parts.map((part) => part.top));
  const letters = parts.reduce((sum, part) => sum + part.text.length, 0);
  return {
    text,
    left,
    top,
    width: Math.max(...parts.map((part) => part.left + part.width)) - left,
    height,
    confidence:
      parts.reduce((sum, part) => sum + part.confidence * part.text.length, 0) / Math.max(1, letters),
  };
}

/** Minimum space between two words as a share of the line's height. */
const SPACE = 0.28;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Joins parts of one line that were recognised as several lines. */
function mergeSegments(segments: readonly RecognisedLine[]): RecognisedLine[] {
  const merged: RecognisedLine[] = [];
  for (const segment of segments.toSorted((a, b) => a.left - b.left)) {
    const at = merged.findIndex((line) => continues(line, segment));
    const line = merged[at];
    if (line) merged[at] = joined([line, segment]);
    else merged.push(segment);
  }
  return merged;
}

function continues(line: RecognisedLine, next: RecognisedLine): boolean {
  const gap = next.left - (line.left + line.width);
  const shared = Math.min(line.top + line.height, next.top + next.height) - Math.max(line.top, next.top);
  const [low, high] = [Math.min(line.height, next.height), Math.max(line.height, next.height)];
  return -low / 2 < gap && gap < low && high < low * 1.7 && low * 0.6 < shared;
}

/** Whether the text has at least two letters and was recognised with enough confidence. */
const isReadable = ({ text, confidence }: RecognisedLine): boolean =>
  LINE_CONFIDENCE <= confidence && 2 <= (text.match(/[가-힣A-Za-z]/g)?.length ?? 0);

const LINE_CONFIDENCE = 45;

const quality = ({ text, confidence }: RecognisedLine): number =>
  confidence * Math.sqrt(text.match(/[가-힣A-Za-z\d]/g)?.length ?? 0);

/** Returns the area that two boxes have in common, divided by the area of the smaller box. */
function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (wide <= 0 || high <= 0) return 0;
  return (wide * high) / Math.min(a.width * a.height, b.width * b.height);
}

/**
 * Returns the rows of a receipt from top to bottom. A row has every word, also uncertain ones, because recognition is
 * uncertain about numbers. Creases tear a row into two: its left and its right part are joined if they are at the same
 * height.
 */
export function rowsOf(table: string): string[] {
  const torn = [...Map.groupBy(wordsOf(table), ({ line }) => line).values()].map((words) =>
    joined(words.toSorted((a, b) => a.left - b.left)),
  );
  const rows: RecognisedLine[] = [];
  for (const part of torn.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const at = rows.findIndex((row) => isSameRow(row, part));
    const row = rows[at];
    if (row) rows[at] = joined([row, part].toSorted((a, b) => a.left - b.left));
    else rows.push(part);
  }
  return rows.map(({ text }) => text);
}

const middleOf = ({ top, height }: Box): number => top + height / 2;

function isSameRow(one: Box, other: Box): boolean {
  const [left, right] = one.left < other.left ? [one, other] : [other, one];
  const isBeside = left.left + left.width <= right.left;
  return isBeside && Math.abs(middleOf(one) - middleOf(other)) < Math.min(one.height, other.height) * 0.8;
}
