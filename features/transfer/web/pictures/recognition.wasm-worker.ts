import modelUrl from '@tesseract.js-data/kor/4.0.0_best_int/kor.traineddata.gz?url';
import createTesseract from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import wasmUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm?url';
import type { RecognisedLine } from '#features/transfer/pictures/recognised-lines.rules.ts';
import {
  readLines,
  readReceipt,
  startTesseract,
  type Tesseract,
} from '#features/transfer/pictures/recognised-words.ts';
import { addMissingFeatures } from '#web/browser/missing-features.ts';
import { greyOf } from '#features/transfer/pictures/text-masks.ts';

export type RecognitionRequest = {
  data: ArrayBuffer;
  width: number;
  height: number;
  of: 'places' | 'receipt';
};
/** The lines of a picture of places, or the rows of a receipt, read twice and without card numbers. */
export type Recognised = { lines: RecognisedLine[]; readings: string[][] };
export type RecognitionProblem = 'network' | 'memory' | 'failed';
export type RecognitionReport =
  /** `share` is the loaded part of the model, from 0 to 1. */
  | { kind: 'loading'; share: number }
  | { kind: 'reading' }
  | { kind: 'done'; recognised: Recognised }
  | { kind: 'failed'; problem: RecognitionProblem };

/**
 * Recognises text on the device. The server sends this worker with a content security policy of its own, which allows
 * WebAssembly (server/http/web-files.ts); pages do not allow it.
 */
async function recognise(picture: RecognitionRequest): Promise<void> {
  try {
    // A worker has its own globals, so the polyfills of the page do not reach it.
    await addMissingFeatures();
    report({ kind: 'done', recognised: await recognised(picture) });
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

/** A worker that has reported a failure is ended, so a failed promise is not used again. */
let loading: Promise<Tesseract> | undefined;

async function recognised({ data, width, height, of }: RecognitionRequest): Promise<Recognised> {
  loading ??= load();
  const tesseract = await loading;
  report({ kind: 'reading' });
  const grey = greyOf({ data: new Uint8ClampedArray(data), width, height });
  return of === 'receipt'
    ? { lines: [], readings: readReceipt(tesseract, grey) }
    : { lines: readLines(tesseract, grey), readings: [] };
}

async function load(): Promise<Tesseract> {
  const [wasmBinary, model] = await Promise.all([download(wasmUrl), downloadModel()]);
  const module = await createTesseract({ wasmBinary, print: () => {}, printErr: () => {} });
  return startTesseract(module, model);
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
