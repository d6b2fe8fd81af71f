import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { TimeLimitError, withTimeLimit } from '#common/time-limit.ts';
import { asSvg, type Drawing, type Position, type Size } from './drawing.ts';

/** A photo, in any format and size, and its place in the picture. */
export type PhotoInPicture = Position & Size & { bytes: Uint8Array };
export type Picture = Size & { svg: string; photos: readonly PhotoInPicture[] };
export type Task = { id: number; picture: Picture };
export type Answer = { id: number; png: Buffer } | { id: number; problem: string };

/**
 * Draws a PNG image in another process. The server would keep the memory that drawing takes, about 200 MB. The process
 * starts with the first picture and ends when it has been idle for a while.
 * @param photos are drawn over the drawings
 * @throws if the process fails or takes too long; the next picture starts a new process
 */
export async function drawPng({
  drawings,
  photos = [],
  ...size
}: Size & { drawings: readonly Drawing[]; photos?: readonly PhotoInPicture[] }): Promise<Buffer> {
  return drawInProcess({ ...size, svg: asSvg({ ...size, drawings }), photos });
}

const drawInProcess = createDrawing({
  program: path.join(import.meta.dirname, 'draw-pictures.ts'),
  timeoutMs: 20_000,
  idleMs: 60_000,
});

/** Returns a function that draws pictures in a process that the function starts and ends. */
export function createDrawing({
  program,
  timeoutMs,
  idleMs,
}: {
  program: string;
  timeoutMs: number;
  idleMs: number;
}): (picture: Picture) => Promise<Buffer> {
  let running: Drawer | null = null;

  function start(): Drawer {
    const drawer = startDrawer({
      program,
      idleMs,
      onEnd: () => {
        // A new process may have been started since.
        if (running === drawer) running = null;
      },
    });
    return drawer;
  }

  return async (picture) => {
    running ??= start();
    const drawer = running;
    try {
      return await withTimeLimit(() => drawer.draw(picture), { ms: timeoutMs, what: 'Drawing a picture' });
    } catch (error) {
      if (error instanceof TimeLimitError) drawer.kill();
      throw error;
    }
  };
}

type Drawer = { draw: (picture: Picture) => Promise<Buffer>; kill: () => void };

function startDrawer({
  program,
  idleMs,
  onEnd,
}: {
  program: string;
  idleMs: number;
  /** Called when the process accepts no more pictures. */
  onEnd: () => void;
}): Drawer {
  const child = fork(program, { serialization: 'advanced', execArgv: [] });
  letServerEnd(child);
  const tasks = new Map<number, PromiseWithResolvers<Buffer>>();
  let lastId = 0;
  const idleTimer = setTimeout(() => {
    onEnd();
    child.disconnect();
  }, idleMs).unref();

  const fail = (error: Error) => {
    clearTimeout(idleTimer);
    onEnd();
    // If a message could not be sent, the process may still run.
    child.kill('SIGKILL');
    for (const { reject } of tasks.values()) reject(error);
    tasks.clear();
  };
  child.on('error', fail);
  child.once('exit', (code, signal) =>
    fail(new Error(`The process that draws pictures ended with ${signal ?? code}.`)),
  );
  child.on('message', (answer: Answer) => {
    const task = tasks.get(answer.id);
    tasks.delete(answer.id);
    if ('png' in answer) task?.resolve(answer.png);
    else task?.reject(new Error(answer.problem));
    idleTimer.refresh();
  });

  return {
    draw: (picture) => {
      lastId += 1;
      const task = Promise.withResolvers<Buffer>();
      tasks.set(lastId, task);
      idleTimer.refresh();
      child.send({ id: lastId, picture } satisfies Task);
      return task.promise;
    },
    kill: () => fail(new Error('The process that draws pictures was ended, because it did not answer.')),
  };
}

/** The process does not keep the server running. It ends with the server, because the channel closes. */
function letServerEnd(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
