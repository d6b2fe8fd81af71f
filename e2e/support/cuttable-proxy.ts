import { connect, createServer, type Socket } from 'node:net';

export type CuttableProxy = { cut: () => Promise<void>; restore: () => Promise<void> };

/** Opens a proxy whose connections can be cut. After a cut, the browser cannot connect, as if the server were down. */
export async function openCuttableProxy({
  port,
  targetPort,
}: {
  port: number;
  targetPort: number;
}): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((socket) => {
    const target = keep(connect(targetPort, '127.0.0.1'));
    keep(socket).pipe(target).pipe(socket);
    socket.on('close', () => target.destroy());
    target.on('close', () => socket.destroy());
  });
  const restore = () => new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  await restore();
  return {
    restore,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
