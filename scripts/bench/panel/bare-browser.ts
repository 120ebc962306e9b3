import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { requireBrowser } from '@/scripts/find-program.mjs';

/** Sends a command of the DevTools protocol, to a session or to the browser. Rejects with the browser's error. */
type Send = (method: string, parameters?: object, sessionId?: string) => Promise<Result>;

/** The result of a command; its fields belong to the command. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol has a shape for each command; a wrong one fails the bench.
type Result = any;

/** A headless browser that is driven without a debugger: a page bears only the commands that are sent to its session. */
export interface BareBrowser {
  send: Send;
  close(): Promise<void>;
}

/** Starts a browser with the profile that `startBrowser` wrote to this folder. Throws if there is no browser. */
export function startBareBrowser(
  folder: string,
  { width, height }: { width: number; height: number },
): BareBrowser {
  const child = spawn(
    requireBrowser(),
    [
      '--headless',
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,OptimizationHints,MediaRouter,PaintHolding',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--password-store=basic',
      '--use-mock-keychain',
      '--remote-debugging-pipe',
      '--enable-unsafe-extension-debugging',
      `--user-data-dir=${join(folder, 'profile')}`,
      `--window-size=${width},${height}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: folder } },
  );
  // With `--remote-debugging-pipe` the browser reads commands from its descriptor 3, and writes to 4.
  const send = protocol(child, child.stdio[3] as Writable, child.stdio[4] as Readable);
  return {
    send,
    async close() {
      const exited = once(child, 'exit');
      // The browser may end before it answers.
      await Promise.race([send('Browser.close'), exited]);
      await exited;
    },
  };
}

/** Messages are JSON that ends with a NUL character. */
function protocol(child: ChildProcess, input: Writable, output: Readable): Send {
  const pending = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message);
      const answer = pending.get(id);
      pending.delete(id);
      if (error === undefined) answer?.resolve(result);
      else answer?.reject(new Error(`The browser refused: ${error.message}`));
    }
  });
  child.once('exit', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser ended.'));
  });
  return (method, params = {}, sessionId) => {
    lastId += 1;
    return new Promise((resolve, reject) => {
      pending.set(lastId, { resolve, reject });
      input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    });
  };
}
