import { Worker } from 'node:worker_threads';
import { NotARegister, type RegisterChunk } from './register-chunks.ts';

type Message = { chunk: RegisterChunk } | { end: true } | { notARegister: string };

/** Runs `registerChunks` in a separate thread, so that reading and storing overlap. */
export async function* readRegister(file: string): AsyncGenerator<RegisterChunk> {
  const worker = new Worker(new URL('./register-worker.ts', import.meta.url), {
    workerData: { file },
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 24 },
  });
  const waiting: Message[] = [];
  let failure: unknown;
  let wake = () => {};
  worker.on('message', (message: Message) => {
    waiting.push(message);
    wake();
  });
  worker.on('error', (error) => {
    failure = error;
    wake();
  });
  try {
    for (;;) {
      const message = waiting.shift();
      if (failure !== undefined) throw failure;
      if (message === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if ('chunk' in message) {
        yield message.chunk;
        // The two buffers take about a megabyte each. The garbage collector would keep them for a long time.
        // Therefore they are freed explicitly.
        for (const { buffer } of [message.chunk.fresh, message.chunk.again]) buffer.transfer(0);
        worker.postMessage('next');
      } else if ('notARegister' in message) {
        throw new NotARegister(message.notARegister);
      } else {
        return;
      }
    }
  } finally {
    await worker.terminate();
  }
}
