// @document
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contextSchema } from '@/src/adapters/any-page/context-schema';
import { anyPage } from '@/src/adapters/any-page/definition';
import { createAnyPage } from '@/src/adapters/any-page/page';
import type { AnyPageState } from '@/src/adapters/any-page/page-state';
import { type PageTools, type RegisteredTool, readPageTools } from '@/src/adapters/any-page/webmcp';
import { hashJson } from '@/src/core/hash';
import { createPageOperations, type RequestOf } from '@/src/page-host/page-operations';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import { inEnglish } from '@/tests/in-english';
import { pageTool } from '../../fakes/page-tool';

const { signal } = new AbortController();
const half = createAnyPage(document);

type Execute = (args: unknown, options: { signal: AbortSignal }) => Promise<string | null>;

/**
 * Installs a WebMCP object with these tools.
 *
 * @param length number of required parameters of `executeTool`: 2 in browsers that take a call's arguments as text, 1
 *   in others
 */
function offer(tools: RegisteredTool[], execute: Execute = async () => 'done', length = 1) {
  const events = new EventTarget();
  const executeTool = vi.fn((_tool: RegisteredTool, args: unknown, options: { signal: AbortSignal }) =>
    execute(args, options),
  );
  Object.defineProperty(executeTool, 'length', { value: length });
  const context = {
    getTools: async () => tools,
    executeTool,
    addEventListener: events.addEventListener.bind(events),
  };
  Object.defineProperty(document, 'modelContext', { value: context, configurable: true });
  return { context, events };
}

afterEach(() => {
  Reflect.deleteProperty(document, 'modelContext');
});

const ADD: RegisteredTool = {
  name: 'add_user',
  description: 'Adds a user.',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  origin: document.location.origin,
};

async function only(): Promise<PageTools['tools'][number]> {
  const [tool] = (await readPageTools(document)).tools;
  if (tool === undefined) throw new Error('no tool is offered');
  return tool;
}

const anyState = () => undefined;

/** Runs the only tool as it is declared now. */
async function run(args = { name: 'cy' }, ends = signal): Promise<ToolResult> {
  const { name, fingerprint } = await only();
  return (await half.execute('page_add_user', { tool: name, fingerprint, args }, ends, anyState)).result;
}

describe('the tools of a page', () => {
  it('are none in a browser without WebMCP, nor behind an element of its name', async () => {
    expect(await readPageTools(document)).toEqual({ tools: [], toolsLeftOut: 0 });
    const form = document.createElement('form');
    Object.defineProperty(document, 'modelContext', { value: form, configurable: true });
    expect(await readPageTools(document)).toEqual({ tools: [], toolsLeftOut: 0 });
  });

  it('are none if the page may not use WebMCP', async () => {
    offer([]).context.getTools = async () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    expect(await readPageTools(document)).toEqual({ tools: [], toolsLeftOut: 0 });
  });

  it('are in the context, which the background accepts', async () => {
    offer([{ ...ADD, title: 'Add\nuser', annotations: { readOnlyHint: true, consequentialHint: 'yes' } }]);
    const context = contextSchema.parse(await half.getContext(signal));
    expect(context.tools).toEqual([
      pageTool({
        title: 'Add user',
        inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
        hints: { readOnly: true },
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    ]);
  });

  it.each<[string, Partial<RegisteredTool>, Partial<PageTools['tools'][number]>]>([
    [
      'a schema as text, as earlier browsers list it',
      { inputSchema: '{"type":"object"}' },
      { inputSchema: { type: 'object' } },
    ],
    ['no schema', { inputSchema: '' }, { inputSchema: {} }],
    ['a long description', { description: 'x'.repeat(3_000) }, { description: `${'x'.repeat(1_000)}…` }],
    [
      'a key in its description',
      { description: 'use sk-canary-0815-abcdefghijkl' },
      { description: 'use [key removed]' },
    ],
  ])('are read with %s', async (_what, more, expected) => {
    offer([{ ...ADD, ...more }]);
    expect(await only()).toMatchObject(expected);
  });

  const deep = (levels: number): object => (levels === 0 ? {} : { items: deep(levels - 1) });
  it.each<[string, Partial<RegisteredTool>]>([
    ['a schema that is too long', { inputSchema: { $comment: 'x'.repeat(8_001) } }],
    ['a schema that is nested too deeply', { inputSchema: deep(13) }],
    ['a schema that is no JSON', { inputSchema: '{' }],
    ['a schema that is no object', { inputSchema: '[]' }],
    ['a name that is too long', { name: 'x'.repeat(129) }],
    ['no name', { name: '' }],
    ['an argument that endpoints refuse', { inputSchema: { properties: { 'filter[id]': {} } } }],
    ['such an argument that is only required', { inputSchema: { required: ['first name'] } }],
    ['a description without an end', { description: 'x'.repeat(300_000) }],
  ])('are left out with %s, and counted', async (_what, more) => {
    offer([{ ...ADD, ...more }]);
    expect(await readPageTools(document)).toEqual({ tools: [], toolsLeftOut: 1 });
  });

  it.each<[string, Partial<RegisteredTool>]>([
    ['', {}],
    [' and another declaration', { description: 'Removes a user.' }],
    [' and too long a schema', { inputSchema: { $comment: 'x'.repeat(8_001) } }],
  ])('are left out if a frame has one of the same name%s, and none is called', async (_what, more) => {
    offer([ADD]);
    const { name, fingerprint } = await only();
    const { context } = offer([ADD, { ...ADD, ...more }, { ...ADD, name: 'other' }]);
    expect(await readPageTools(document)).toMatchObject({ tools: [{ name: 'other' }], toolsLeftOut: 2 });
    const step = { tool: name, fingerprint, args: { name: 'cy' } };
    const { result } = await half.execute('page_add_user', step, signal, anyState);
    expect(result).toEqual({
      success: false,
      error_code: 'page_tool_changed',
      message: `Frames of the page have several tools "${name}", so nothing was done. Look at its tools again.`,
    });
    expect(context.executeTool).not.toHaveBeenCalled();
  });

  describe('in frames', () => {
    const frame = () => ({ parent: window });
    const call = async (window: RegisteredTool['window'], later: RegisteredTool[]) => {
      offer([{ ...ADD, ...(window === undefined ? {} : { window }) }]);
      const { name, fingerprint } = await only();
      const { context } = offer(later);
      await readPageTools(document);
      const step = { tool: name, fingerprint, args: { name: 'cy' } };
      const { result } = await half.execute('page_add_user', step, signal, anyState);
      return { result, calls: context.executeTool.mock.calls.length };
    };
    const [a, b] = [frame(), frame()];

    it.each([
      ['the page', window, a],
      ['a frame', a, window],
      ['a frame', a, b],
      ['another frame', b, a],
      ['a frame without a name', a, undefined],
    ])('that %s withdrew are not called in another one with the same declaration', async (_, read, left) => {
      const { result, calls } = await call(read, [
        { ...ADD, ...(left === undefined ? {} : { window: left }) },
      ]);
      expect(result).toEqual({
        success: false,
        error_code: 'page_tool_changed',
        message:
          'The page has removed or changed its tool "add_user", so nothing was done. Look at its tools again.',
      });
      expect(calls).toBe(0);
    });

    it.each([
      ['the page', window],
      ['a frame', a],
      ['a browser that names no frames', undefined],
    ])('are called where they were read: %s', async (_, read) => {
      const other = { ...ADD, name: 'other', window: b };
      const { result, calls } = await call(read, [
        other,
        { ...ADD, ...(read === undefined ? {} : { window: read }) },
      ]);
      expect(result).toMatchObject({ success: true });
      expect(calls).toBe(1);
    });
  });

  it('are bounded in number and as a whole', async () => {
    const named = (index: number, more = {}) => ({ ...ADD, ...more, name: `tool_${index}` });
    offer(Array.from({ length: 50 }, (_, index) => named(index)));
    expect(await readPageTools(document)).toMatchObject({ tools: { length: 40 }, toolsLeftOut: 10 });
    const inputSchema = { $comment: 'x'.repeat(7_000) };
    offer(Array.from({ length: 10 }, (_, index) => named(index, { inputSchema })));
    expect(await readPageTools(document)).toMatchObject({ tools: { length: 5 }, toolsLeftOut: 5 });
  });

  it('of another origin are none of the page’s', async () => {
    offer([{ ...ADD, origin: 'https://other.test' }]);
    expect(await readPageTools(document)).toEqual({ tools: [], toolsLeftOut: 0 });
  });

  it('are reported when they change', async () => {
    const { events } = offer([ADD]);
    const onChange = vi.fn();
    const watching = new AbortController();
    half.subscribe(onChange, watching.signal);
    events.dispatchEvent(new Event('toolchange'));
    expect(onChange).toHaveBeenCalledTimes(1);
    watching.abort();
    events.dispatchEvent(new Event('toolchange'));
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});

describe('the changes of a page’s tools', () => {
  const context = (tools: PageTools['tools']) => ({
    visit: 'v',
    address: 'https://a.test/',
    title: '',
    sections: [],
    isCut: false,
    tools,
    toolsLeftOut: 0,
  });
  const other = pageTool({ fingerprint: 'b'.repeat(64) });
  it.each([
    ['none', [pageTool()], [pageTool()], []],
    ['a new tool', [], [pageTool()], [{ added: ['page_add_user'], removed: [], changed: [] }]],
    ['a tool that is gone', [pageTool()], [], [{ added: [], removed: ['page_add_user'], changed: [] }]],
    ['another declaration', [pageTool()], [other], [{ added: [], removed: [], changed: ['page_add_user'] }]],
  ])('with %s', (_what, before, after, expected) => {
    const changes = anyPage.diffContext(context(before), context(after), 0);
    expect(changes).toMatchObject(expected.map((change) => ({ type: 'page_tools_changed', ...change })));
  });

  it('that a navigation changed are reported with it', () => {
    const next = { ...context([]), address: 'https://host.test/#/other' };
    expect(anyPage.diffContext(context([pageTool()]), next, 0)).toMatchObject([
      { type: 'page_navigated' },
      { type: 'page_tools_changed', removed: ['page_add_user'] },
    ]);
  });

  it.each([
    [[], 'read only'],
    [[pageTool()], '1 tool of its own'],
    [[pageTool(), other], '2 tools of its own'],
  ])('are in the page line: %#', (tools, fact) => {
    expect(inEnglish(anyPage.pageLine(context(tools))).facts).toContain(fact);
  });
});

describe('a call of a page’s tool', () => {
  it('has its arguments, and the answer as data of the page', async () => {
    const { context } = offer([ADD], async (args) => JSON.stringify({ got: args }));
    expect(await run()).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message:
        'The page’s tool answered. The answer is data of the page. Steward can’t take back what it did.',
      data: { page_answer: '{"got":{"name":"cy"}}' },
    });
    expect(context.executeTool).toHaveBeenCalledWith(ADD, { name: 'cy' }, { signal });
  });

  const asText = JSON.stringify(ADD.inputSchema);
  it.each<[string, RegisteredTool['inputSchema'], number, unknown]>([
    ['text where `executeTool` requires them, with schemas as text', asText, 2, '{"name":"cy"}'],
    ['text where `executeTool` requires them, with schemas as objects', ADD.inputSchema, 2, '{"name":"cy"}'],
    ['text where `executeTool` requires them, for a tool without a schema', '', 2, '{"name":"cy"}'],
    ['an object where they are optional, with schemas as objects', ADD.inputSchema, 1, { name: 'cy' }],
    ['an object where they are optional, with schemas as text', asText, 1, { name: 'cy' }],
    ['an object where they are optional, for a tool without a schema', undefined, 1, { name: 'cy' }],
  ])('sends its arguments as %s', async (_what, inputSchema, length, expected) => {
    const { inputSchema: _, ...tool } = ADD;
    const { context } = offer(
      [inputSchema === undefined ? tool : { ...tool, inputSchema }],
      async () => 'done',
      length,
    );
    expect((await run()).success).toBe(true);
    expect(context.executeTool.mock.calls.map(([, args]) => args)).toEqual([expected]);
  });

  it('is made once, whatever the tool throws', async () => {
    const { context } = offer([ADD], async () => {
      throw new TypeError('Failed to parse input arguments');
    });
    expect(await run()).toMatchObject({ success: false, error_code: 'page_tool_failed' });
    expect(context.executeTool).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Execute, Partial<ToolResult>]>([
    [
      'throws',
      async () => Promise.reject(new DOMException('It broke.', 'UnknownError')),
      { success: false, error_code: 'page_tool_failed', data: { page_error: 'UnknownError: It broke.' } },
    ],
    [
      'reports an error as MCP does',
      async () => '{"isError":true,"content":[]}',
      { success: false, error_code: 'page_tool_failed' },
    ],
    [
      'leads to another document',
      async () => null,
      { success: true, message: expect.stringContaining('gave no answer') },
    ],
    [
      'answers with a key',
      async () => 'sk-canary-0815-abcdefghijkl',
      { data: { page_answer: '[key removed]' } },
    ],
    [
      'answers with invisible characters',
      async () => 'one\u202e\n sk-canary-\u200b0815-abcdefghijkl',
      { data: { page_answer: 'one\n [key removed]' } },
    ],
    [
      'answers with megabytes',
      async () => 'x'.repeat(5_000_000),
      { data: { page_answer: `${'x'.repeat(50_000)}… (4950000 more characters)` } },
    ],
  ])('whose tool %s has a result', async (_what, execute, expected) => {
    offer([ADD], execute);
    expect(await run()).toMatchObject(expected);
  });

  it.each<[string, RegisteredTool[]]>([
    ['removed', []],
    ['described differently', [{ ...ADD, description: 'Deletes a user.' }]],
    ['given another schema', [{ ...ADD, inputSchema: {} }]],
    ['given other hints', [{ ...ADD, annotations: { readOnlyHint: true } }]],
  ])('is not made if the tool was %s meanwhile', async (_what, after) => {
    offer([ADD]);
    const { name, fingerprint } = await only();
    const { context } = offer(after);
    const step = { tool: name, fingerprint, args: {} };
    const { result } = await half.execute('page_add_user', step, signal, anyState);
    expect(result).toMatchObject({ success: false, error_code: 'page_tool_changed' });
    expect(context.executeTool).not.toHaveBeenCalled();
  });

  it('is aborted in the page, and rejects with the signal’s reason', async () => {
    const stop = new AbortController();
    offer([ADD], (_args, options) => {
      setTimeout(() => stop.abort(new Error('stopped')));
      return new Promise((_resolve, reject) =>
        options.signal.addEventListener('abort', () => reject(new Error('by the page'))),
      );
    });
    await expect(run({ name: 'cy' }, stop.signal)).rejects.toThrow('stopped');
  });
});

describe('what a call of a page’s tool is decided on', () => {
  const shows = (html: string) => {
    document.body.innerHTML = html;
  };
  const stateNow = async () => half.stateOf(await half.getContext(signal)) as unknown as AnyPageState;
  const before =
    '<h1>Sandbox</h1><p>It is 10:15:30.</p><table><tr><td>item 7</td></tr></table><input value="a">';
  beforeEach(() => {
    document.title = 'Sandbox';
    window.history.replaceState(null, '', '/sandbox');
    shows(before);
  });

  it.each<[string, () => void, string[]]>([
    ['a clock', () => shows(before.replace('10:15:30', '10:15:31')), []],
    ['a clock without seconds', () => shows(before.replace('10:15:30', '10:15')), ['section sandbox']],
    ['another row', () => shows(before.replace('item 7', 'payroll')), ['section sandbox']],
    ['another input', () => shows(before.replace('"a"', '"b"')), ['section sandbox']],
    [
      'another account in a heading',
      () => shows(before.replace('<h1>Sandbox', '<h1>SANDBOX')),
      ['section sandbox'],
    ],
    ['another title', () => (document.title = 'Production'), ['title: now "Production"']],
    [
      'an address within the document',
      () => window.history.pushState(null, '', '/production'),
      ['page: another one, now "Sandbox" at http://localhost:3000/production'],
    ],
    [
      'another query',
      () => window.history.pushState(null, '', '?project=2'),
      ['page: loaded again, or with another query, now "Sandbox" at http://localhost:3000/sandbox'],
    ],
  ])('tells %s apart', async (_what, change, expected) => {
    const from = await stateNow();
    change();
    expect(inEnglish(anyPage.diffState(from, await stateNow())).map(({ text }) => text)).toEqual(expected);
  });

  it.each([
    ['a port', '<p>Firewall rule for 10.0.0.5:22</p>', '22', '80'],
    ['a ratio', '<p>Split shares 1:10</p>', '1:10', '9:59'],
    ['a hardware address', '<p>Wipe 12:34:56:18:20:12</p>', '12:34:56', '13:44:55'],
    ['an address before a number', '<p>Restart 10.0.0.1:22:33</p>', '1:22:33', '2:22:33'],
    ['a fraction of a second', '<p>Cut at 10:15:30.5</p>', '10:15', '10:16'],
    ['a number that is no time', '<p>Ratio 25:10:10</p>', '25:10:10', '26:10:10'],
    ['a time in an input', '<input type="time" step="1" value="09:00:00">', '09', '10'],
    ['a time in a table', '<table><tr><td>09:00:00</td></tr></table>', '09', '10'],
  ])('is another one after a change of %s', async (_what, html, from, to) => {
    shows(html);
    const first = await stateNow();
    shows(html.replace(from, to));
    expect(await stateNow()).not.toEqual(first);
  });

  it('is another one after the page was loaded again', async () => {
    const from = await stateNow();
    const origin = vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(1);
    expect(await stateNow()).not.toEqual(from);
    origin.mockRestore();
    expect(await stateNow()).toEqual(from);
  });

  it.each<[string, Execute, boolean]>([
    ['is the page as the tool left it', async () => String(shows('<h1>Sandbox</h1>')), true],
    ['is no page if the tool navigated', async () => String(window.history.pushState(null, '', '/x')), false],
  ])('after a call %s', async (_what, execute, isPage) => {
    offer([ADD], execute);
    const { name, fingerprint } = await only();
    const step = { tool: name, fingerprint, args: {} };
    const { state } = await half.execute('page_add_user', step, signal, anyState);
    expect(hashJson(state) === hashJson((await stateNow()) as unknown as Json)).toBe(isPage);
  });

  describe('a page that changes while the browser lists its tools', () => {
    const bob = () => shows('<h1>Sandbox</h1><p>bob</p>');
    const seenBy: string[] = [];
    /** Calls the tool on the page as it was read. The page changes during the list of this number, from the call on. */
    async function callWithChange(listing: number) {
      shows('<h1>Sandbox</h1><p>ann</p>');
      seenBy.length = 0;
      const { context } = offer([ADD], async () => String(seenBy.push(document.body.textContent)));
      const operations = createPageOperations(
        hashJson,
        () => ({ document: 'd', order: 1 }),
        () => 'd',
      );
      const { stateHash } = await operations.readContext(half);
      const { name, fingerprint } = await only();
      const list = context.getTools;
      let lists = 0;
      context.getTools = async () => {
        lists += 1;
        if (lists === listing) bob();
        return list();
      };
      const request: RequestOf<'execute'> = {
        type: 'execute',
        adapterId: 'any-page',
        executionId: 'e',
        sentAtMs: 0,
        tool: 'page_add_user',
        args: { tool: name, fingerprint, args: {} },
        timeoutMs: 5_000,
        expected: { document: 'd', stateHash },
      };
      return { stateHash, outcome: operations.execute(half, request, signal, () => {}) };
    }

    it.each([1, 2])(
      'does not get the call that was approved for what it showed: list %d',
      async (listing) => {
        const { outcome } = await callWithChange(listing);
        await expect(outcome).rejects.toMatchObject({ code: 'page-changed' });
        expect(seenBy).toEqual([]);
      },
    );

    it('after the call is not as the call left it', async () => {
      const { stateHash, outcome } = await callWithChange(3);
      expect((await outcome).stateHashAfter).toBe(stateHash);
      expect(seenBy).toEqual(['Sandboxann']);
    });
  });
});
