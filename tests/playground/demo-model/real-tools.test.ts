import { describe, expect, it } from 'vitest';
import { diffContext } from '@/src/adapters/model-filter/diff-context';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { PageAccess } from '@/src/adapters/model-filter/page-access';
import { runModelFilterTool } from '@/src/adapters/model-filter/run-tool';
import { changeLines, pageDataBlock } from '@/src/core/context/page-data-block';
import type { JsonObject } from '@/src/core/json';
import { wireResult } from '@/src/core/tools/wire-result';
import type { DemoMessage } from '../../../playground/demo-model/demo-reply';
import { planDemoReply } from '../../../playground/demo-model/plan-demo-reply';
import { demoRequest } from './demo-requests';

// The demo model and the extension's own tools are two programs; here they talk to each other, over a page in memory.
const CATALOGUE: Record<string, string[]> = {
  anthropic: ['claude-2.1', 'claude-3-haiku', 'claude-3-opus-preview'],
  gemini: ['gemini-1.5-pro', 'gemini-2.0-flash', 'gemini-2.0-flash-preview'],
  openai: ['gpt-4', 'gpt-4-preview', 'gpt-4o', 'gpt-4o-mini', 'o1', 'o3-mini'],
};

const NONCE = 'f3a1';

function createSession() {
  let context: ModelFilterContext = {
    provider: 'openai',
    providers: Object.keys(CATALOGUE),
    models: { openai: idsOf('openai') },
    drafts: {},
    saved: {},
    search: '',
    highlight: { rule: null, models: [] },
    loading: false,
    error: null,
  };
  const messages: DemoMessage[] = [];
  let isAsked = false;

  const page: PageAccess = {
    read: async () => context,
    async apply(_, to) {
      context = { ...context, ...to };
      return { outcome: 'done', result: {} };
    },
    async act(_, { name, args }) {
      const provider = String(args.provider ?? context.provider);
      const models = { ...context.models, [provider]: idsOf(provider) };
      const changed = Object.keys(context.drafts).sort();
      if (name === 'save') context = { ...context, saved: context.drafts };
      if (name === 'switch-provider') context = { ...context, models, provider };
      if (name === 'load-models' || name === 'refresh') context = { ...context, models };
      if (name === 'save') return { outcome: 'done', result: { providers: changed, effective: 'now' } };
      if (name === 'read-saved') return { outcome: 'done', result: { changed: [] } };
      return { outcome: 'done', result: { provider, count: idsOf(provider).length } };
    },
  };

  async function answer(
    calls: readonly { name: string; arguments: Record<string, unknown> }[],
    content: string,
  ) {
    const made = calls.map((call, index) => ({ call, id: `call_${index}` }));
    messages.push({
      role: 'assistant',
      content,
      tool_calls: made.map(({ call, id }) => ({
        id,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      })),
    });
    const before = context;
    for (const { call, id } of made) {
      const result =
        call.name === 'ask_user'
          ? { success: true, message: 'Asked.' }
          : await runModelFilterTool(page, call.name, call.arguments as JsonObject);
      messages.push({ role: 'tool', tool_call_id: id, content: wireResult(result) });
    }
    const lines = changeLines(diffContext(before, context, 0));
    const last = messages.at(-1);
    if (last !== undefined && lines !== '') {
      last.content += `\n\n[PAGE UPDATED]\n${pageDataBlock('page-changes', NONCE, lines, {})}`;
    }
  }

  return {
    drafts: () => context.drafts,
    saved: () => context.saved,
    view: () => context.provider,
    /** Sends a message, has every call answered by the real tools, and gives the last thing said. */
    async ask(text: string): Promise<string> {
      const state = pageDataBlock('page-state', NONCE, encodeContext(context, 8_000), {
        adapter: 'model-filter',
      });
      messages.push({ role: 'user', content: isAsked ? text : `${text}\n\n${state}` });
      isAsked = false;
      for (let round = 1; round <= 10; round += 1) {
        const reply = planDemoReply(demoRequest(messages));
        if (reply.toolCalls.length === 0) {
          messages.push({ role: 'assistant', content: reply.content });
          return reply.content;
        }
        await answer(reply.toolCalls, reply.content);
        isAsked = reply.toolCalls.some(({ name }) => name === 'ask_user');
        if (isAsked) return reply.content;
      }
      throw new Error('The demo model went on for more than ten rounds.');
    },
  };
}

function idsOf(provider: string): string[] {
  return (CATALOGUE[provider] ?? []).map((name) => `${provider}/${name}`);
}

describe('the demo model with the extension’s own tools', () => {
  it('asks for which provider, and hides the models of all', async () => {
    const session = createSession();
    expect(await session.ask('Block all preview models')).toBe('One question first.');
    const said = await session.ask('All 3 providers');
    expect(session.drafts()).toEqual({
      anthropic: { ignore: ['*-preview*'], whitelist: [] },
      gemini: { ignore: ['*-preview*'], whitelist: [] },
      openai: { ignore: ['*-preview*'], whitelist: [] },
    });
    expect(said).toContain('`anthropic`: 1 model is hidden now: `claude-3-opus-preview`');
    expect(said).toContain('Nothing is saved yet.');
  });

  it('keeps the newest of each family, then explains, lists, compares and saves', async () => {
    const session = createSession();
    expect(await session.ask('only the newest of each family')).toContain('4 allowed, 2 blocked.');
    expect(session.drafts().openai?.whitelist).toEqual(['gpt-4o', 'gpt-4o-mini', 'o1', 'o3-mini']);
    expect(await session.ask('why is gpt-4 hidden?')).toContain('is hidden by ignore rule `*`');
    expect(await session.ask('list the hidden models')).toContain(
      '- hidden by `*`: `gpt-4` and `gpt-4-preview`',
    );
    expect(await session.ask('compare')).toContain('ignore rule `*` added');
    await session.ask('save');
    expect(session.saved()).toEqual(session.drafts());
  });

  it('keeps the latest model of every provider in one go', async () => {
    const session = createSession();
    const said = await session.ask('only the latest model per provider');
    expect(said).toContain('3 allowed, 9 blocked.');
    expect(session.drafts().gemini).toEqual({ ignore: ['*'], whitelist: ['gemini-2.0-flash'] });
  });

  it('imports, previews, clears and switches', async () => {
    const session = createSession();
    expect(await session.ask('import these rules: gpt-4*, gpt-4o, o1')).toContain(
      '`gpt-4o`: covered (by `gpt-4*`)',
    );
    expect(await session.ask('what would happen if I blocked o3?')).toContain('It would hide: `o3-mini`');
    await session.ask('clear the ignore list');
    expect(session.drafts().openai?.ignore ?? []).toEqual([]);
    expect(await session.ask('clear the ignore list')).toContain('There is no ignore rule');
    await session.ask('switch to gemini and block flash');
    expect(session.view()).toBe('gemini');
    expect(session.drafts().gemini?.ignore).toEqual(['*-flash*']);
  });

  it('finds what a quoted word matches by the tool’s hint', async () => {
    expect(await createSession().ask('which models match "preview"?')).toBe(
      '1 model matches `*preview*` (1 visible, 0 hidden): `gpt-4-preview`.',
    );
  });
});
