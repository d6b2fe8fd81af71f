import modelUrl from '@tesseract.js-data/kor/4.0.0_best_int/kor.traineddata.gz?url';
import createTesseract, { type TesseractModule } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import wasmUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url';
import { type RecognisedLine, readableLines } from '#features/transfer/pictures/recognised-lines.rules.ts';
import { addMissingFeatures } from '#web/browser/missing-features.ts';
import { type GreyPicture, greyOf, textMasks } from '#features/transfer/pictures/text-masks.ts';

export type RecognitionRequest = { data: ArrayBuffer; width: number; height: number };
export type RecognitionProblem = 'network' | 'memory' | 'failed';
export type RecognitionReport =
  /** `share` is the loaded part of the model, from 0 to 1. */
  | { kind: 'loading'; share: number }
  | { kind: 'reading' }
  | { kind: 'done'; lines: RecognisedLine[] }
  | { kind: 'failed'; problem: RecognitionProblem };

/**
 * Recognises text on the device. The server sends this worker with a content security policy of its own, which allows
 * WebAssembly (server/http/web-files.ts); pages do not allow it.
 */
async function recognise(picture: RecognitionRequest): Promise<void> {
  try {
    // A worker has its own globals, so the polyfills of the page do not reach it.
    await addMissingFeatures();
    report({ kind: 'done', lines: await linesIn(picture) });
  } catch (error) {
    report({ kind: 'failed', problem: problemOf(error) });
  }
}

const report = (message: RecognitionReport) => postMessage(message);

/** A file could not be downloaded. */
class NetworkError extends Error {}

function problemOf(error: unknown): RecognitionProblem {
  if (error instanceof NetworkError) return 'network';
  // Tesseract and the browsers report a lack of memory only in the text of the error.
  return /memory|OOM|allocat/i.test(String(error)) ? 'memory' : 'failed';
}

type Loaded = { module: TesseractModule; api: InstanceType<TesseractModule['TessBaseAPI']> };
/** Tesseract with its model. A worker that has reported a failure is ended, so a failed promise is not used again. */
let loading: Promise<Loaded> | undefined;

async function linesIn({ data, width, height }: RecognitionRequest): Promise<RecognisedLine[]> {
  loading ??= load();
  const tesseract = await loading;
  report({ kind: 'reading' });
  const masks = textMasks(greyOf({ data: new Uint8ClampedArray(data), width, height }));
  return readableLines(masks.map((mask) => recognisedWords(tesseract, mask)));
}

/** Number of Tesseract's LSTM engine. The model works only with this engine. */
const LSTM = 1;
/** The page segmentation mode that finds as much text as possible, in no particular order. */
const SPARSE_TEXT = '11';

/** Turns off the second reading of uncertain lines as white on black. The masks are always black on white. */
const NEVER_INVERTED = '0';

async function load(): Promise<Loaded> {
  const [wasmBinary, model] = await Promise.all([download(wasmUrl), downloadModel()]);
  const module = await createTesseract({ wasmBinary, print: () => {}, printErr: () => {} });
  module.FS.writeFile('/kor.traineddata', model);
  const api = new module.TessBaseAPI();
  if (api.Init('/', 'kor', LSTM) !== 0) throw new Error('the model cannot be read');
  api.SetVariable('tessedit_pageseg_mode', SPARSE_TEXT);
  api.SetVariable('invert_threshold', NEVER_INVERTED);
  return { module, api };
}

/**
 * Recognises the text in one mask. The mask is passed as a portable grey map, the simplest format that Tesseract reads.
 * @returns words in the TSV format
 */
function recognisedWords({ module, api }: Loaded, { pixels, width, height }: GreyPicture): string {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + pixels.length);
  file.set(head);
  file.set(pixels, head.length);
  module.FS.writeFile('/input', file);
  // The EXIF orientation 1 (upright), no rotation, and no enlargement.
  api.SetImageFile(1, 0, false);
  api.Recognize(null);
  const table = api.GetTSVText(0);
  api.Clear();
  return table;
}

async function download(url: string): Promise<ArrayBuffer> {
  const response = await fetchFile(url);
  return response.arrayBuffer().catch(throwNetworkError);
}

/** Downloads the model and reports the progress. The model is the larger part of the whole download. */
async function downloadModel(): Promise<Uint8Array> {
  const response = await fetchFile(modelUrl);
  const total = Number(response.headers.get('content-length') ?? 0);
  let received = 0;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        received += chunk.length;
        if (total > 0) report({ kind: 'loading', share: Math.min(1, received / total) });
        controller.enqueue(chunk);
      },
    }),
  );
  if (!counted) return throwNetworkError();
  const unpacked = new Response(counted.pipeThrough(new DecompressionStream('gzip')));
  return new Uint8Array(await unpacked.arrayBuffer().catch(throwNetworkError));
}

/** @throws NetworkError also if the server answers with an error, because another attempt may succeed */
async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url).catch(throwNetworkError);
  return response.ok ? response : throwNetworkError();
}

function throwNetworkError(): never {
  throw new NetworkError();
}

addEventListener('message', ({ data: picture }: MessageEvent<RecognitionRequest>) => {
  void recognise(picture);
});
