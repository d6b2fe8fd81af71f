import { EventEmitter, once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { NotARegister, registerChunks } from './register-chunks.ts';

/**
 * A thread that reads a register file and hands over its chunks, each when the one before has been stored and so
 * never more than two ahead of the database.
 */
const { file, rowsToSkip } = workerData as { file: string; rowsToSkip: number };

if (parentPort !== null) {
  const port = parentPort;
  // The first is asked for by starting the thread, one more is made ready meanwhile.
  let wanted = 2;
  const wishes = new EventEmitter();
  port.on('message', () => {
    wanted++;
    wishes.emit('wanted');
  });
  try {
    for await (const chunk of registerChunks({ file, rowsToSkip })) {
      while (wanted === 0) await once(wishes, 'wanted');
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
