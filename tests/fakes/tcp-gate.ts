import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A port that forwards to another one. It can be closed and reopened, to simulate a server that goes down and
 * comes back.
 */
export interface TcpGate {
  readonly port: number;
  /** Closes all connections and refuses new ones. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
}

/** Opens a gate that forwards to a port of this machine. */
export async function startTcpGate(targetPort: number): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      // Either end may be destroyed at any moment; the other end follows.
      socket.on('error', () => other.destroy());
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async shut() {
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reopen: () => listen(port),
  };
}
