import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { PageHalf } from '@/src/core/adapter/page-half';
import type { AdapterCase } from '@/tests/conformance/adapter-case';
import { answerFrom } from '@/tests/conformance/answer-from';
import { loadJsdom } from '@/tests/world/document-in-memory';

/** Folder of new adapters while a test runs. In the checkout, since they import its packages; git ignores it. */
const FOLDER = 'test-results';

/** What the page halves of the templates use of a window. */
const GLOBALS = ['HTMLElement', 'HTMLInputElement', 'Event', 'CustomEvent'] as const;

/** The files of an adapter with the id of the templates, whose texts are typed. */
export type ScaffoldFiles = ReadonlyMap<string, string>;

/** Writes the files of new adapters to folders beside each other. Returns the folders, and removes them with `remove`. */
export function writeScaffolds(scaffolds: readonly ScaffoldFiles[]): {
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
  return { root, folders, remove: () => rmSync(root, { recursive: true }) };
}

/** A new adapter with its fixture page in a document in memory. */
export interface OpenScaffold {
  definition: AdapterDefinition;
  conformance: AdapterCase;
  half: PageHalf;
  /** Runs JavaScript in the page. */
  run(script: string): void;
  close(): void;
}

/** Opens the fixture page of the adapter in `folder`, with its own server. */
export async function openScaffold(folder: string): Promise<OpenScaffold> {
  const load = (name: string) => import(/* @vite-ignore */ join(folder, name));
  const { templateAdapter } = await load('definition.ts');
  const { conformance }: { conformance: AdapterCase } = await load('conformance.ts');
  const { createTemplateAdapterPage } = await load('page.ts');
  const { url, answer } = await conformance.open(null);
  if (answer === null) throw new Error('The fixture has a server that a document in memory cannot reach.');
  const request = (path: string, method: string, body: string | null) =>
    answerFrom(answer, { method, path, body });
  const send = async (target: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(target, url);
    const { status, contentType, body } = request(
      pathname,
      init?.method ?? 'GET',
      (init?.body ?? null) as string | null,
    );
    return new Response(body, { status, headers: { 'content-type': contentType } });
  };
  const { window } = new (loadJsdom().JSDOM)(request('/', 'GET', null).body, {
    url,
    runScripts: 'dangerously',
    beforeParse: (opened) => Object.assign(opened, { fetch: send }),
  });
  vi.stubGlobal('fetch', send);
  for (const name of GLOBALS) vi.stubGlobal(name, window[name]);
  return {
    definition: templateAdapter,
    conformance,
    half: createTemplateAdapterPage(window.document),
    run: (script) => window.eval(script),
    close() {
      window.close();
      vi.unstubAllGlobals();
    },
  };
}
