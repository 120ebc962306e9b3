import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright';
import { requireProgram } from '@/scripts/find-program.mjs';
import { HEADLESS_SWITCHES } from '@/tests/drive/chromium/launch-chromium';

/** A headless browser without Playwright, which attaches a debugger to each page; that would slow down what is measured. */
export interface BareBrowser {
  /** Sends a command of the DevTools protocol to the browser. Rejects with the browser's error. */
  send: CDPSession['send'];
  /** Sends commands to the session of a page. */
  sendTo(sessionId: string): CDPSession['send'];
  close(): Promise<void>;
}

/** An answer of the browser: a result whose shape belongs to the command, or an error. */
interface Answer {
  id: number;
  result: never;
  error?: { message: string };
}

/** Starts a browser with the profile that `startBrowser` wrote to this folder. Throws if there is no browser. */
export function startBareBrowser(
  folder: string,
  { width, height }: { width: number; height: number },
): BareBrowser {
  const child = spawn(
    requireProgram('browser'),
    [
      '--headless',
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      ...HEADLESS_SWITCHES,
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
  const exited = once(child, 'exit');
  // With `--remote-debugging-pipe` the browser reads commands from its descriptor 3, and writes to 4. Messages are JSON that ends with a
  // NUL character.
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const pending = new Map<number, { resolve(result: never): void; reject(error: Error): void }>();
  let lastId = 0;
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error }: Answer = JSON.parse(message);
      if (error === undefined) pending.get(id)?.resolve(result);
      else pending.get(id)?.reject(new Error(`The browser refused: ${error.message}`));
      pending.delete(id);
    }
  });
  child.once('exit', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser ended.'));
  });
  const sendWith =
    (session: { sessionId?: string }): CDPSession['send'] =>
    (method, params) => {
      lastId += 1;
      input.write(`${JSON.stringify({ id: lastId, method, params, ...session })}\0`);
      return new Promise((resolve, reject) => pending.set(lastId, { resolve, reject }));
    };
  const send = sendWith({});
  return {
    send,
    sendTo: (sessionId) => sendWith({ sessionId }),
    async close() {
      // The exit counts: the browser may end before it answers.
      send('Browser.close').catch(() => {});
      await exited;
    },
  };
}

/** A page of the browser. */
export interface BarePage {
  /** Sends a command to the page's session. */
  send: CDPSession['send'];
  /** Runs a function in the page, with arguments as JSON, and resolves with its result. Rejects with what it throws. */
  run<Arguments extends unknown[], Result>(
    work: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result>;
  close(): Promise<void>;
}

export async function openTab(browser: BareBrowser, url: string): Promise<BarePage> {
  const { targetId } = await browser.send('Target.createTarget', { url });
  return attach(browser, targetId);
}

/** The page with this address, e.g. a side panel; null if there is none. */
export async function findPage(browser: BareBrowser, url: string): Promise<BarePage | null> {
  const { targetInfos } = await browser.send('Target.getTargets', {});
  const target = targetInfos.find((info) => info.url === url);
  return target === undefined ? null : attach(browser, target.targetId);
}

async function attach({ send, sendTo }: BareBrowser, targetId: string): Promise<BarePage> {
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const sendToPage = sendTo(sessionId);
  return {
    send: sendToPage,
    async run(work, ...given) {
      const { result, exceptionDetails } = await sendToPage('Runtime.evaluate', {
        expression: `(${work})(${given.map((value) => JSON.stringify(value)).join()})`,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async close() {
      await send('Target.closeTarget', { targetId });
    },
  };
}
