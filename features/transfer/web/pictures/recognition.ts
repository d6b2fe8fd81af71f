import { createStore, useStore } from '#web/store.ts';
import { createQueue } from './queue.ts';
import type {
  Recognised,
  RecognitionProblem,
  RecognitionReport,
  RecognitionRequest,
} from './recognition.wasm-worker.ts';

/** State of the worker: loading (the loaded share, from 0 to 1), reading, or null if the worker does nothing. */
export type RecognitionState = { loading: number } | 'reading' | null;

let worker: Worker | null = null;
const state = createStore<RecognitionState>(null);
const recogniseInTurn = createQueue();

export const useRecognitionState = (): RecognitionState => useStore(state);

/** An error whose message is the problem, as `problemOfRecognition` expects. */
const failure = (problem: RecognitionProblem) => new Error(problem);

export const problemOfRecognition = ({ message }: Error): RecognitionProblem =>
  message === 'network' || message === 'memory' ? message : 'failed';

type Picture = { pixels: ImageData; of: RecognitionRequest['of']; signal: AbortSignal };

/** Recognises the text in a picture on this device, one picture after another. Aborting terminates the worker. */
export const recognise = (request: Picture): Promise<Recognised> =>
  recogniseInTurn(() => recogniseNow(request));

/** Ends the worker, to free its memory. */
export function closeRecognition(): void {
  worker?.terminate();
  worker = null;
  state.set(null);
}

function recogniseNow({ pixels: { data, width, height }, of, signal }: Picture): Promise<Recognised> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const used =
      worker ?? new Worker(new URL('./recognition.wasm-worker.ts', import.meta.url), { type: 'module' });
    if (!worker) state.set({ loading: 0 });
    worker = used;
    const end = () => {
      signal.removeEventListener('abort', onAbort);
      used.onmessage = null;
      used.onerror = null;
    };
    const fail = (error: Error) => {
      end();
      closeRecognition();
      reject(error);
    };
    const onAbort = () => fail(signal.reason as Error);
    signal.addEventListener('abort', onAbort);
    // A worker that cannot start or runs out of memory sends no message.
    used.onerror = ({ message }) => {
      if (message === undefined) fail(failure('network'));
      else fail(failure(/memory/i.test(message) ? 'memory' : 'failed'));
    };
    used.onmessage = ({ data: report }: MessageEvent<RecognitionReport>) => {
      if (report.kind === 'loading') state.set({ loading: report.share });
      else if (report.kind === 'reading') state.set('reading');
      else if (report.kind === 'failed') fail(failure(report.problem));
      else {
        end();
        state.set(null);
        resolve(report.recognised);
      }
    };
    const copy = data.slice().buffer;
    const request: RecognitionRequest = { data: copy, width, height, of };
    used.postMessage(request, [copy]);
  });
}
