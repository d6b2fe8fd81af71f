import { EventEmitter, once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { NotARegister, registerChunks } from './register-chunks.ts';

/**
 * A thread that reads a register file. It posts another chunk when one has been stored, so it is never more than two
 * chunks ahead of the database.
 */
const { file, rowsToSkip } = workerData as { file: string; rowsToSkip: number };

if (parentPort !== null) {
  const port = parentPort;
  // Starting the thread requests the first chunk. The second one is prepared in the meantime.
  let wanted = 2;
  const requests = new EventEmitter();
  port.on('message', () => {
    wanted++;
    requests.emit('wanted');
  });
  try {
    for await (const chunk of registerChunks({ file, rowsToSkip })) {
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
