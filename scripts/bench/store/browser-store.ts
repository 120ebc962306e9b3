import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { findBrowser } from '../../find-browser.mjs';
import type { Operation } from './chat-store';
import type { RunTimes } from './long-chat';

/** A database of a browser, filled with chats. */
export interface BrowserStore {
  /** The time of an operation in milliseconds, as measured in the browser. */
  time(operation: Operation): Promise<number>;
  /** The time of the check at the worker's start in milliseconds. */
  timeCheck(): Promise<number>;
  /** Adds the two chats of long-chat.ts. */
  fillLong(): Promise<void>;
  /** A run with one answer in one of them. */
  timeRun(chatId: string): Promise<RunTimes>;
}

/** Opens a browser with one database for each number of chats, passes them to `use`, and cleans up. */
export async function withBrowserStores<Value>(
  sizes: readonly number[],
  use: (stores: BrowserStore[]) => Promise<Value>,
): Promise<Value> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found; run: node scripts/set-up.mjs');
  const script = await bundled();
  const { chromium } = await loadFromRoot<typeof import('playwright')>('playwright');
  const browser = await chromium.launch({ executablePath, headless: true });
  const server = createServer((_, response) => response.end('<!doctype html>')).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const stores: BrowserStore[] = [];
    for (const chats of sizes) stores.push(await openStore(browser, port, script, chats));
    return await use(stores);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Each context has its own storage. */
async function openStore(
  browser: Browser,
  port: number,
  script: string,
  chats: number,
): Promise<BrowserStore> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.addScriptTag({ content: script });
  await page.evaluate(`fill(${chats})`);
  return {
    time: (operation) => page.evaluate(`time(${JSON.stringify(operation)})`),
    timeCheck: () => page.evaluate('timeCheck()'),
    fillLong: () => page.evaluate('fillLong()'),
    timeRun: (chatId) => page.evaluate(`timeRun(${JSON.stringify(chatId)})`),
  };
}

/** The store's code with the operations, as a script. */
async function bundled(): Promise<string> {
  const { build } = await loadFromRoot<typeof import('esbuild')>('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(process.cwd(), 'scripts/bench/store/in-browser.ts')],
    bundle: true,
    format: 'iife',
    write: false,
    alias: { '@': process.cwd() },
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('The store could not be bundled.');
  return file.text;
}

/** Not bundled with the bench: these packages start programs from their installed location. */
async function loadFromRoot<Module>(name: string): Promise<Module> {
  const path = createRequire(join(process.cwd(), 'package.json')).resolve(name);
  return (await import(pathToFileURL(path).href)).default as Module;
}
