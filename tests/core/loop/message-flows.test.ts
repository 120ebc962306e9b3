// @document
import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { calls, createLoopHarness, says, stateInWords, type Turn } from '../../fakes/loop-harness';
import { filterLoop } from './filter-loop';

/** The emitted events, one word each; statuses by name. */
const inWords = (events: readonly LoopEvent[]) =>
  events.map((event) => {
    if (event.type === 'status-changed') return `→ ${stateInWords(event.status)}`;
    if (event.type === 'session-ended') return `session-ended (${event.reason})`;
    if (event.type === 'call-invalid') return `call-invalid ${event.name} ${event.count}`;
    if (event.type === 'tool-call-identified') return `identified ${event.name}`;
    if (event.type === 'tool-result-processed') {
      return `${event.success ? 'done' : 'failed'} ${event.name}`;
    }
    return event.type;
  });

/** The results in the next request, without the report of page changes. */
const sentResults = (messages: { role: string; content: string | null }[] | undefined) =>
  (messages ?? []).flatMap(({ role, content }) =>
    role === 'tool' ? [JSON.parse((content ?? '').split('\n\n[PAGE UPDATED]')[0] ?? '')] : [],
  );

const changesIn = (content: string | null | undefined) =>
  [...(content ?? '').matchAll(/^\S+Z (\w+) (\{.*\})$/gm)].map(([, type, fields]) => [
    type,
    JSON.parse(fields ?? ''),
  ]);

describe('“Only the latest models of each provider”', () => {
  const LATEST = ['gpt-4o', 'gemini-2.0-flash', 'claude-3-5-sonnet'];
  const PLAN = 'First see what there is, then hide everything and bring the latest back.';
  const ANSWER = '3 allowed, 42 blocked. Nothing is saved yet.';

  it('shows a plan, runs six calls in order after one approval request, takes two checkpoints, and concludes', async () => {
    const rules = { openrouter: { ignore: ['other-0[1-7]'], whitelist: [] } };
    const others = Array.from({ length: 42 }, (_, index) => `other-${String(index + 1).padStart(2, '0')}`);
    const models = { openrouter: [...LATEST, ...others].sort().map((name) => `openrouter/${name}`) };
    const filter = { provider: 'openrouter', providers: ['openrouter'], models };
    const { h, fake } = await filterLoop(
      [
        [
          { type: 'reasoning', text: PLAN },
          { type: 'content', text: 'Let me look first.' },
          ...calls(['get_model_details', {}]),
        ],
        calls(
          ['clear_all_ignore_rules', {}],
          ['add_ignore_rule', { pattern: '*' }],
          ...LATEST.map((pattern): [string, unknown] => ['add_whitelist_rule', { pattern }]),
        ),
        says(ANSWER),
      ],
      { ...filter, drafts: rules, saved: structuredClone(rules) },
      {},
    );
    const { state } = fake;
    await h.send('Set up the filter so only the latest models are available');

    // 1. The plan was streamed as reasoning, is stored, and is never sent back.
    expect(h.events.filter((event) => event.type === 'chunk-received')).toMatchObject([
      { kind: 'reasoning', text: PLAN },
      { kind: 'content', text: 'Let me look first.' },
    ]);
    expect((await h.record()).conversation[1]).toMatchObject({
      reasoning: PLAN,
      content: 'Let me look first.',
    });
    expect(JSON.stringify(h.requests[1])).not.toContain(PLAN);

    // 2. The first call reads: no checkpoint.
    expect(sentResults(h.requests[1]?.messages)).toMatchObject([{ success: true }]);
    expect(await h.checkpoints()).toEqual([]);

    // 3. Clearing everything needs approval: no call has run, and there is no checkpoint.
    const waiting = await h.record();
    expect(waiting.run?.status.state).toBe('waiting-for-approval');
    const question = await h.pendingApproval();
    expect(question.calls.map(({ tool, isAsked }) => [tool, isAsked])).toEqual([
      ['clear_all_ignore_rules', true],
    ]);
    expect(question.preview.dryRun.net.notes.map(({ topic }) => topic)).toEqual(['saved', 'way-back']);
    expect(state.drafts).toEqual(rules);
    const { run, conversation } = await h.decided('approve');

    // 4. All five run in call order, after one checkpoint.
    expect(inWords(h.events).filter((word) => /^(done|failed|checkpoint)/.test(word))).toEqual([
      'done get_model_details',
      'checkpoint-taken',
      'done clear_all_ignore_rules',
      'done add_ignore_rule',
      'done add_whitelist_rule',
      'done add_whitelist_rule',
      'done add_whitelist_rule',
    ]);
    expect((await h.checkpoints()).map(({ content }) => content)).toEqual([
      { kind: 'full', state: { provider: 'openrouter', drafts: rules, search: '' } },
    ]);
    expect(state.drafts).toEqual({ openrouter: { ignore: ['*'], whitelist: LATEST } });
    expect(state.saved).toEqual(rules);

    // 5. The results are sent together; the last has the report of page changes.
    const results = sentResults(h.requests[2]?.messages).slice(1);
    expect(results.map(({ message }) => message)).toEqual([
      'Removed 1 ignore rule of openrouter: 7 models brought back. Not saved yet.',
      'Added ignore rule "*": 45 models hidden. Not saved yet.',
      ...LATEST.map((name) => `Added whitelist rule "${name}": 1 model brought back. Not saved yet.`),
    ]);
    const last = h.requests[2]?.messages.at(-1)?.content;
    expect(changesIn(last)).toEqual([
      ['rule_removed', { rule_type: 'ignore', pattern: 'other-0[1-7]', provider: 'openrouter' }],
      ['rule_added', { rule_type: 'ignore', pattern: '*', provider: 'openrouter' }],
      ...LATEST.map((pattern) => ['rule_added', { rule_type: 'whitelist', pattern, provider: 'openrouter' }]),
    ]);

    // 6. The final response; the page line agrees: 3 visible, 42 hidden, unsaved.
    expect(conversation.at(-1)).toMatchObject({ content: ANSWER });
    expect(run).toMatchObject({ round: 3, status: { outcome: 'completed' } });
    const adapter = h.deps.adapters.definitionOf('model-filter');
    expect(adapter.pageLine(structuredClone(state))).toMatchObject({
      name: 'openrouter',
      facts: ['42 hidden', '45 models'],
      unsaved: true,
    });
    expect(h.states()).toEqual([
      'processing',
      'waiting-for-tools',
      'processing',
      'waiting-for-tools',
      'waiting-for-approval',
      'waiting-for-tools',
      'processing',
      'completed',
    ]);
  });
});

describe('the parts of the loop together', () => {
  /** Calls of the loop's parts (`>`) and emitted events, in order. */
  async function watched(script: Turn[]) {
    const h = await createLoopHarness(script);
    const timeline: string[] = [];
    const watch = <Part extends object>(
      part: Part,
      name: (method: string, args: unknown[]) => string | null,
    ) =>
      new Proxy(part, {
        get(target, method, receiver) {
          const member: unknown = Reflect.get(target, method, receiver);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]) => {
            const word = name(String(method), args);
            if (word !== null) timeline.push(word);
            return member.apply(target, args);
          };
        },
      });
    const WRITES: Record<string, string> = {
      beginRun: '> record: user message',
      storeResponse: '> record: assistant message',
      markStarted: '> record: call started',
      storeResult: '> record: tool message',
      addUsage: '> record: usage',
    };
    const { deps } = h;
    deps.journal = watch(deps.journal, (method) => WRITES[method] ?? null);
    deps.page = watch(deps.page, (method) => (method === 'execute' ? '> page: execute' : null));
    deps.ai = watch(deps.ai, () => '> service: stream');
    deps.events = watch(deps.events, (_method, [, event]) => inWords([event as LoopEvent])[0] ?? null);
    return { h, timeline };
  }

  /** A streamed response: text, a call's start, its arguments in pieces, and the finish reason. */
  const inPieces: AIStreamChunk[] = [
    { type: 'content', text: 'I will ' },
    { type: 'content', text: 'add it.' },
    { type: 'tool-call-part', index: 0, id: 'call_0', name: 'add_note', argumentsText: '' },
    { type: 'tool-call-part', index: 0, id: null, name: null, argumentsText: '{"te' },
    { type: 'tool-call-part', index: 0, id: null, name: null, argumentsText: 'xt":"eggs"}' },
    { type: 'finish', reason: 'tool_calls' },
  ];

  it('emit a streamed call step by step', async () => {
    const { h, timeline } = await watched([inPieces, says('Added.')]);
    await h.send('Add eggs');
    expect(timeline).toEqual([
      '> record: user message',
      'session-started',
      'user-message-processed',
      '→ processing',
      'response-started',
      '> service: stream',
      'chunk-received',
      'chunk-received',
      'tool-call-part-received',
      'tool-call-part-received',
      'tool-call-part-received',
      '> record: assistant message',
      '→ waiting-for-tools',
      'response-ended',
      'identified add_note',
      '> record: call started',
      'checkpoint-taken',
      '> page: execute',
      '> record: tool message',
      'done add_note',
      '→ processing',
      'response-started',
      '> service: stream',
      'chunk-received',
      '> record: assistant message',
      'response-ended',
      '→ completed',
      'session-ended (completed)',
    ]);
    // The call was emitted in parts, then in full, as it was stored.
    const parts = h.events.flatMap((event) => (event.type === 'tool-call-part-received' ? [event] : []));
    expect(parts.map(({ index, name, argumentsText }) => [index, name, argumentsText])).toEqual([
      [0, 'add_note', ''],
      [0, '', '{"te'],
      [0, '', 'xt":"eggs"}'],
    ]);
    const response = (await h.record()).conversation[1];
    if (response?.role !== 'assistant') throw new Error('no response');
    expect(new Set(parts.map(({ messageId }) => messageId))).toEqual(new Set([response.id]));
    expect(response).toMatchObject({ content: 'I will add it.', finishReason: 'tool_calls' });
    expect(response.toolCalls).toMatchObject([
      { modelCallId: 'call_0', name: 'add_note', argumentsText: '{"text":"eggs"}' },
    ]);
    expect(h.events).toContainEqual({
      type: 'tool-call-identified',
      executionId: response.toolCalls[0]?.executionId,
      name: 'add_note',
    });
  });
});
