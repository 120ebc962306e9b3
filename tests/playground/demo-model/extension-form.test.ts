import { describe, expect, it } from 'vitest';
import { diffContext } from '@/src/adapters/model-filter/diff-context';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { changeLines, pageDataBlock } from '@/src/core/context/page-data-block';
import { planDemoReply } from '../../../playground/demo-model/plan-demo-reply';
import { readConversation } from '../../../playground/demo-model/read-conversation';
import { demoRequest, OPENAI_NAMES } from './demo-requests';

// What the extension writes and what the demo model reads are two programs; here they meet.
const NONCE = 'f3a1';

function contextWith(ignore: string[], names: readonly string[] = OPENAI_NAMES): ModelFilterContext {
  return {
    provider: 'openai',
    providers: ['gemini', 'openai'],
    models: { openai: names.map((name) => `openai/${name}`) },
    drafts: ignore.length === 0 ? {} : { openai: { ignore, whitelist: [] } },
    saved: {},
    search: '',
    highlight: { rule: null, models: [] },
    loading: false,
    error: null,
  };
}

function messageAbout(context: ModelFilterContext, budgetTokens: number) {
  const state = pageDataBlock('page-state', NONCE, encodeContext(context, budgetTokens), {
    adapter: 'model-filter',
  });
  return { role: 'user' as const, content: `Block preview models\n\n${state}` };
}

describe('the form in which the extension sends the page', () => {
  it('is read whole, odd names included', () => {
    const names = [...OPENAI_NAMES, 'none', 'odd name', 'ends:', 'i1', 'line\nbreak'].sort();
    const { pageNow } = readConversation([messageAbout(contextWith(['*-preview*', 'o1*'], names), 8_000)]);
    expect(pageNow).toMatchObject({
      kind: 'seen',
      page: { provider: 'openai', unsaved: ['openai'], ignore: ['*-preview*', 'o1*'], whitelist: [] },
    });
    const models =
      pageNow.kind === 'seen' && pageNow.page.models.kind === 'listed' ? pageNow.page.models.models : [];
    expect(models.map(({ name }) => name).sort()).toEqual(names);
    expect(models.filter(({ isHidden }) => isHidden).map(({ name, rule }) => [name, rule?.pattern])).toEqual([
      ['gpt-4-turbo-preview', '*-preview*'],
      ['gpt-4o-audio-preview-2024-10-01', '*-preview*'],
      ['o1', 'o1*'],
      ['o1-mini', 'o1*'],
      ['o1-preview', '*-preview*'],
    ]);
  });

  it('is read in groups when the models have no room', () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `gpt-4-${index}`).sort();
    const { pageNow } = readConversation([messageAbout(contextWith([], names), 300)]);
    expect(pageNow).toMatchObject({ page: { models: { kind: 'grouped', total: 2_000, hidden: 0 } } });
  });

  it('brings its changes along', () => {
    const before = contextWith([]);
    const changes = changeLines(diffContext(before, contextWith(['*-preview*']), 0));
    const update = `{"success":true,"message":"Added."}\n\n[PAGE UPDATED]\n${pageDataBlock('page-changes', NONCE, changes, {})}`;
    const { pageThen, pageNow } = readConversation([
      messageAbout(before, 8_000),
      { role: 'tool', tool_call_id: 'a', content: update },
    ]);
    expect(pageThen).toMatchObject({ page: { ignore: [], unsaved: [] } });
    expect(pageNow).toMatchObject({ page: { ignore: ['*-preview*'], unsaved: ['openai'] } });
  });

  it('is enough to plan from', () => {
    expect(planDemoReply(demoRequest([messageAbout(contextWith([]), 8_000)])).toolCalls).toEqual([
      { name: 'add_ignore_rule', arguments: { pattern: '*-preview*' } },
    ]);
  });
});
