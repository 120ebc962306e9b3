import { expect, it } from 'vitest';
import { PANEL_SCRIPTS, SINGLE_ICONS } from '@/scripts/panel-chunks';

interface Chunk {
  type: 'chunk';
  name: string;
  fileName: string;
  code: string;
  isDynamicEntry: boolean;
}

const { handler } = PANEL_SCRIPTS.generateBundle as {
  handler(options: object, bundle: Record<string, Chunk>): void;
};

/** The bundle of these chunks, by names, after the plugin. */
function built(codes: Record<string, string>): Record<string, string> {
  const bundle = Object.fromEntries(
    Object.entries(codes).map(([name, code]): [string, Chunk] => [
      `chunks/${name}.js`,
      { type: 'chunk', name, fileName: `chunks/${name}.js`, code, isDynamicEntry: true },
    ]),
  );
  handler({}, bundle);
  return Object.fromEntries(Object.values(bundle).map(({ name, code }) => [name, code]));
}

const PANEL =
  'const own=1;const a=()=>import(`./one.js`),b=()=>import("./two.js"),c=()=>import("./late.js");';
const CODES = {
  panel: PANEL,
  chat: 'export{f as t,g as n};',
  late: 'export{f as Late};',
  one: 'export{t as One,n}from"./chat.js";\n',
  two: 'export { t as Two } from "./chat.js";',
};

it('a module is imported from the script that contains it, once for all modules of the script', () => {
  const { panel = '', ...others } = built(CODES);
  const chat = 'importOnce("./chat.js",()=>import("./chat.js"))';
  expect(Object.keys(others)).toEqual(['chat', 'late']);
  expect(panel).toContain(`a=()=>${chat}.then(m=>({One:m.t,n:m.n}))`);
  expect(panel).toContain(`b=()=>${chat}.then(m=>({Two:m.t}))`);
  expect(panel).toContain('c=()=>import("./late.js")');
});

it('a script that could not be loaded is requested again', async () => {
  const [helper = ''] = (built(CODES).panel ?? '').split('const own');
  const once = new Function(`${helper}return importOnce;`)();
  await expect(once('x', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await once('x', async () => 1)).toBe(1);
  expect(await once('x', async () => 2)).toBe(1);
});

it('the scripts of a chat are compiled whole, and the script before them is not', () => {
  const { chat, panel } = built(CODES);
  expect(chat).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  expect(panel).not.toContain('allFunctionsCalledOnLoad');
});

it('each icon is imported from a module of its own', () => {
  const transform = SINGLE_ICONS.transform as unknown as (code: string) => { code: string } | null;
  const given = 'import { Trash2, X as Close, CircleX } from "lucide-react";use(Trash2);';
  expect(transform(given)?.code).toBe(
    "import Trash2 from 'lucide-react/icons/trash-2';import Close from 'lucide-react/icons/x';" +
      "import CircleX from 'lucide-react/icons/circle-x';use(Trash2);",
  );
  expect(transform('import { useState } from "react";')).toBeNull();
});
