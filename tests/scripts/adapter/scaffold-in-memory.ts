import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { PageHalf } from '@/src/core/adapter/page-half';
import type { AdapterCase } from '@/tests/conformance/adapter-case';
import { answerFrom } from '@/tests/conformance/answer-from';
import { loadJsdom } from '@/tests/world/document-in-memory';

/** Folder of new adapters while a test runs. In the checkout, since they import its packages; git ignores it. */
const FOLDER = 'test-results';

/** Globals of a window that the page halves of the templates use. */
const GLOBALS = [
  ...([
    'HTMLElement',
    'HTMLInputElement',
    'HTMLButtonElement',
    'HTMLFormElement',
    'HTMLAnchorElement',
  ] as const),
  ...(['HTMLTableSectionElement', 'DOMParser', 'FormData', 'Event', 'CustomEvent'] as const),
];

/** Configuration of the compiler for new adapters. */
const COMPILED = { extends: '../../tsconfig.json', include: ['**/*.ts', '../../.wxt/wxt.d.ts'] };

/**
 * Writes new adapters to folders in the order given, below `root`, which the compiler accepts as a project. An adapter is the
 * texts of its files by their names, and has the id of the templates, whose texts are typed.
 */
export function writeScaffolds(scaffolds: readonly ReadonlyMap<string, string>[]): {
  root: string;
  folders: string[];
  remove(): void;
} {
  mkdirSync(FOLDER, { recursive: true });
  const root = mkdtempSync(join(process.cwd(), FOLDER, 'scaffold-'));
  const folders = scaffolds.map((files, index) => {
    const folder = join(root, String(index));
    mkdirSync(folder);
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    return folder;
  });
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(COMPILED));
  return { root, folders, remove: () => rmSync(root, { recursive: true }) };
}

/** A new adapter with its fixture page in a document in memory. */
interface OpenScaffold {
  definition: AdapterDefinition;
  conformance: AdapterCase;
  half: PageHalf;
  /** Runs JavaScript in the page. */
  run(script: string): void;
  close(): void;
}

/** Opens the fixture page of the adapter in `folder`, with its own server. */
async function openScaffold(folder: string): Promise<OpenScaffold> {
  const load = (name: string) => import(/* @vite-ignore */ join(folder, name));
  const [definition] = Object.values<AdapterDefinition>(await load('definition.ts'));
  const [createPage] = Object.values<(document: Document) => PageHalf>(await load('page.ts'));
  const { conformance }: { conformance: AdapterCase } = await load('conformance.ts');
  if (definition === undefined || createPage === undefined) throw new Error(`${folder} has no adapter.`);
  const { url, answer } = await conformance.open(null);
  if (answer === null) throw new Error('The fixture has a server that a document in memory cannot reach.');
  const request = (path: string, method: string, body: string | null) =>
    answerFrom(answer, { method, path, headers: {}, body });
  const send = async (target: string | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(target, url);
    const { status, headers, body } = request(
      `${pathname}${search}`,
      init?.method ?? 'GET',
      init?.body == null ? null : String(init.body),
    );
    return new Response(body, { status, headers });
  };
  const { window } = new (loadJsdom().JSDOM)(request('/', 'GET', null).body, {
    url,
    runScripts: 'dangerously',
    beforeParse: (opened) => Object.assign(opened, { fetch: send }),
  });
  vi.stubGlobal('fetch', send);
  for (const name of GLOBALS) vi.stubGlobal(name, window[name]);
  return {
    definition,
    conformance,
    half: createPage(window.document),
    run: (script) => window.eval(script),
    close() {
      window.close();
      vi.unstubAllGlobals();
    },
  };
}

/**
 * Tries the adapter in `folder` on its fixture page: makes each sample call, takes each sample state, and runs the page's script.
 * Resolves with the messages of the results, by tool.
 */
export async function expectWorkingScaffold(folder: string): Promise<Record<string, string>> {
  const { definition, conformance, half, run, close } = await openScaffold(folder);
  const { signal } = new AbortController();
  // A page that still loads rejects.
  await expect.poll(() => half.getContext(signal)).toBeDefined();
  const read = async () => definition.contextSchema.parse(await half.getContext(signal));
  expect(await half.detect(signal)).not.toBeNull();
  const context = await read();
  const state = definition.restorableState(context);
  const messages: Record<string, string> = {};
  for (const { name, effect, input } of definition.tools) {
    const { args = {} } = conformance.calls.find(({ tool }) => tool === name) ?? {};
    expect(input.safeParse(args).success).toBe(true);
    const computed = definition.computeCall?.(await read(), name, args);
    const isRead = effect === 'read';
    const result = isRead
      ? await half.query(name, args, signal)
      : (await half.execute(name, args, signal)).result;
    expect(result).toMatchObject({ success: true });
    messages[name] = result.message;
    if (computed !== undefined && 'after' in computed) expect(await read()).toEqual(computed.after);
  }
  for (const wanted of [...conformance.states(state, context), state]) {
    expect(await half.applyState(wanted, signal)).toEqual(wanted);
    expect(definition.restorableState(await read())).toEqual(wanted);
  }
  run(conformance.script);
  expect(definition.restorableState(await read())).not.toEqual(state);
  close();
  return messages;
}
