/** A process in place of draw-pictures.ts. It returns its id as the image, and can crash or never answer. */
import type { Task } from './drawing-process.ts';

process.on('message', ({ id, picture }: Task) => {
  if (picture.svg === 'crash') process.exit(3);
  if (picture.svg === 'draw') process.send?.({ id, png: Buffer.from(String(process.pid)) });
});
