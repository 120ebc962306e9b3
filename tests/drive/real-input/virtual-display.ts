import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** An X display without a monitor, and without a window manager: its windows keep their place and have no frame. */
export interface VirtualDisplay {
  /** As in the environment variable DISPLAY. */
  readonly name: string;
  close(): Promise<void>;
}

/** Starts a display on a free number. Throws if Xvfb can't be started. */
export async function startDisplay(size: { width: number; height: number }): Promise<VirtualDisplay> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${size.width}x${size.height}x24`, '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const end = (): void => {
    server.kill();
  };
  // Ends the server also if the process exits without closing the display.
  process.once('exit', end);
  const exited = once(server, 'exit');
  const failed = exited.then(([code]): never => {
    throw new Error(`Xvfb ended with ${code} before it had a display.`);
  });
  const number = once(createInterface({ input: server.stdio[3] as Readable }), 'line');
  const [line] = (await Promise.race([number, failed])) as [string];
  return {
    name: `:${line}`,
    async close() {
      process.off('exit', end);
      end();
      await exited;
    },
  };
}
