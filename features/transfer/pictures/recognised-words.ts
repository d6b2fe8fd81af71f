import type { TesseractModule } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { withEvenLight, withFewerPixels } from './paper.ts';
import { type RecognisedLine, readableLines, rowsOf } from './recognised-lines.rules.ts';
import { withoutCardNumbers } from './receipt.rules.ts';
import { type GreyPicture, textMasks } from './text-masks.ts';

export type Tesseract = { module: TesseractModule; api: InstanceType<TesseractModule['TessBaseAPI']> };

/** Number of Tesseract's LSTM engine. The model works only with this engine. */
const LSTM = 1;
/** The page segmentation mode that finds as much text as possible, in no particular order. */
const SPARSE_TEXT = '11';
/** The page segmentation mode for one block of text, whose rows reach from the left to the right edge. */
const ONE_BLOCK = '6';

/** Turns off the second reading of uncertain lines as white on black. The pictures are always black on white. */
const NEVER_INVERTED = '0';

export function startTesseract(module: TesseractModule, model: Uint8Array): Tesseract {
  module.FS.writeFile('/kor.traineddata', model);
  const api = new module.TessBaseAPI();
  if (api.Init('/', 'kor', LSTM) !== 0) throw new Error('the model cannot be read');
  api.SetVariable('invert_threshold', NEVER_INVERTED);
  return { module, api };
}

export const readLines = (tesseract: Tesseract, grey: GreyPicture): RecognisedLine[] =>
  readableLines(textMasks(grey).map((mask) => wordsIn(tesseract, { picture: mask, mode: SPARSE_TEXT })));

/** The share of the pixels that remains of each side in the second reading. */
const SMALL = 0.6;

/**
 * Reads the rows of a receipt twice: as it is, and smaller, because large letters such as those of the name are
 * recognised better in a smaller picture. The result contains no card number.
 */
export function readReceipt(tesseract: Tesseract, grey: GreyPicture): string[][] {
  const paper = withEvenLight(grey);
  return [paper, withFewerPixels(paper, SMALL)].map((picture) =>
    withoutCardNumbers(rowsOf(wordsIn(tesseract, { picture, mode: ONE_BLOCK }))),
  );
}

/**
 * Recognises the text in a picture. The picture is passed as a portable grey map, the simplest format that Tesseract
 * reads.
 * @returns words in the TSV format
 */
function wordsIn(
  { module, api }: Tesseract,
  { picture: { pixels, width, height }, mode }: { picture: GreyPicture; mode: string },
): string {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + pixels.length);
  file.set(head);
  file.set(pixels, head.length);
  module.FS.writeFile('/input', file);
  api.SetVariable('tessedit_pageseg_mode', mode);
  // The EXIF orientation 1 (upright), no rotation, and no enlargement.
  api.SetImageFile(1, 0, false);
  api.Recognize(null);
  const table = api.GetTSVText(0);
  api.Clear();
  return table;
}
