import { EventEmitter, once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { NotARegister, registerChunks } from './register-chunks.ts';

/**
 * This thread reads a register file. It posts another chunk when a chunk has been stored. Therefore it is never more
 * than two chunks ahead of the database.
 */
const { file } = workerData as { file: string };

if (parentPort !== null) {
  const port = parentPort;
  // The thread posts the first two chunks without a request. It therefore reads the second chunk while the first one
  // is stored.
  let wanted = 2;
  const requests = new EventEmitter();
  port.on('message', () => {
    wanted++;
    requests.emit('wanted');
  });
  try {
    for await (const chunk of registerChunks({ file })) {
      while (wanted === 0) await once(requests, 'wanted');
      wanted--;
      port.postMessage({ chunk }, [chunk.fresh.buffer, chunk.again.buffer]);
    }
    port.postMessage({ end: true });
  } catch (error) {
    if (!(error instanceof NotARegister)) throw error;
    port.postMessage({ notARegister: error.message });
  }
  port.close();
}
