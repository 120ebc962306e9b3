// @document

import { afterEach, describe, expect, it, vi } from 'vitest';
import { adapters } from '@/src/adapters';
import { toolRunners } from '@/src/adapters/background';
import type { ToolRunner } from '@/src/adapters/kit/calls';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { withToolRunners } from '@/src/background/page/with-tool-runners';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { hashJson } from '@/src/core/hash';
import type { ExecutionRequest, PagePort } from '@/src/core/ports/page-port';
import { pageIn } from '@/src/core/records/write-token';
import type { Chat } from '@/src/schema/chat';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createModelFilterSite } from '../../fakes/model-filter-site';
import { tokenOn } from '../../fakes/token-on';
import { aChat } from '../a-chat';

const { signal } = new AbortController();
let leave = () => {};
afterEach(() => leave());

function chatOn(adapterId: string): Chat {
  return aChat({
    id: 'chat',
    binding: { adapterId, origin: 'http://filter.test', instanceId: 'fake', title: 'Fake' },
  });
}
const chat = chatOn('model-filter');

async function openSite(overrides: Partial<ModelFilterContext> = {}) {
  const site = createModelFilterSite(document, modelFilterState(overrides));
  leave = site.fake.remove;
  const reading = await site.page.readContext(chat, signal);
  const requestOf = (tool: string, more: Partial<ExecutionRequest> = {}): ExecutionRequest => {
    const token = tokenOn(pageIn(reading));
    return { executionId: 'e', tool, args: {}, timeoutMs: 1_000, token, reading, ...more };
  };
  return { ...site, requestOf };
}

const stateWith = (ignore: string[]) => ({
  provider: 'openai',
  drafts: ignore.length === 0 ? {} : { openai: { ignore, whitelist: [] } },
  search: '',
});
const hashOf = (ignore: string[]) => hashJson(stateWith(ignore));

describe('a tool that runs in the background', () => {
  it('changes the page by one step with the call’s id, between the hashes before and after', async () => {
    const { page, fake, requestOf } = await openSite();
    const request = requestOf('add_ignore_rule', { args: { pattern: 'o1' } });
    expect(await page.execute(chat, request, signal)).toEqual({
      result: expect.objectContaining({ message: 'Added ignore rule "o1": 1 model hidden. Not saved yet.' }),
      stateHashBefore: hashOf([]),
      stateHashAfter: hashOf(['o1']),
      document: expect.any(String),
      order: expect.any(Number),
    });
    expect(fake.requests.filter(({ type }) => type === 'apply-state')).toHaveLength(1);
    // The outcome that a restarted background recalls.
    expect(await page.recall(chat, 'e', signal)).toEqual({
      kind: 'done',
      outcome: {
        result: expect.objectContaining({
          success: true,
          message: 'The page did it. Read its state for the result.',
        }),
        stateHashBefore: hashOf([]),
        stateHashAfter: hashOf(['o1']),
        document: expect.any(String),
        order: expect.any(Number),
      },
    });
  });

  it('starts from the reading that it was authorized on, and reads the page only for its step', async () => {
    const { page, fake, requestOf } = await openSite();
    const before = fake.requests.filter(({ type }) => type === 'get-state').length;
    const request = requestOf('add_ignore_rule', { args: { pattern: 'o1' } });
    expect(await page.execute(chat, request, signal)).toMatchObject({ stateHashAfter: hashOf(['o1']) });
    // The page guards the step since that reading; afterwards it proves it.
    expect(fake.requests.filter(({ type }) => type === 'get-state').length - before).toBe(1);
  });

  it('does nothing if the page changed since the reading that it was authorized on', async () => {
    const { page, fake, requestOf } = await openSite();
    fake.change((state) => {
      state.drafts = { openai: { ignore: ['by hand'], whitelist: [] } };
    });
    const request = requestOf('add_ignore_rule', { args: { pattern: 'o1' } });
    await expect(page.execute(chat, request, signal)).rejects.toMatchObject({ code: 'page-changed' });
    expect(fake.state.drafts).toEqual({ openai: { ignore: ['by hand'], whitelist: [] } });
  });

  it('does nothing if the page changes between reading and step', async () => {
    const { page, fake, requestOf } = await openSite({ saved: { openai: { ignore: ['x'], whitelist: [] } } });
    fake.faults = {
      before: {
        'read-saved': () =>
          fake.change((state) => {
            state.drafts = { openai: { ignore: ['by hand'], whitelist: [] } };
          }),
      },
    };
    const request = requestOf('save_changes');
    await expect(page.execute(chat, request, signal)).rejects.toMatchObject({ code: 'page-changed' });
    expect(fake.proxy.file).toEqual({ openai: { ignore: ['x'], whitelist: [] } });
  });

  it('loads models in separate steps, which may be repeated', async () => {
    const { page, fake, requestOf } = await openSite();
    fake.proxy.models.gemini = ['gemini/pro'];
    const request = requestOf('get_model_details', { args: { provider: 'gemini' } });
    expect(await page.query(chat, request, signal)).toMatchObject({
      result: { data: { total: 1 } },
      stateHashBefore: hashOf([]),
      stateHashAfter: hashOf([]),
    });
    expect(await page.recall(chat, 'e', signal)).toEqual({ kind: 'unknown' });
    expect(await page.recall(chat, 'e/1', signal)).toMatchObject({
      kind: 'done',
      outcome: { result: { success: true } },
    });
  });

  it('rejects with a timeout if its step doesn’t end in time, since it may still take effect', async () => {
    const { page, fake, requestOf } = await openSite();
    fake.faults = { silent: ['switch-provider'] };
    const request = requestOf('switch_provider', { args: { provider: 'gemini' }, timeoutMs: 20 });
    await expect(page.execute(chat, request, signal)).rejects.toMatchObject({
      code: 'timeout',
      message: 'switch_provider did not finish within 0.02 s.',
      remedy: 'It may have taken effect: look at the page before going on.',
    });
  });

  it('has one deadline for all of its steps', async () => {
    const { page, fake, requestOf } = await openSite();
    fake.faults = { silent: ['apply-state'] };
    const request = requestOf('add_ignore_rule', { args: { pattern: 'o1' }, timeoutMs: 20 });
    await expect(page.execute(chat, request, signal)).rejects.toMatchObject({ code: 'timeout' });
    expect(fake.requests.filter(({ type }) => type === 'get-state')).toHaveLength(1);
  });
});

const registry = createAdapterRegistry(adapters);

it('a tool that reads the page again after its step → the outcome is that of the step', async () => {
  const { page, link, fake, requestOf } = await openSite();
  const apply = { operation: 'apply', from: stateWith([]), to: stateWith(['o1']) };
  const runner: ToolRunner = {
    id: 'model-filter',
    async run(_tool, _args, hands) {
      await hands.read();
      const result = await hands.change(apply);
      fake.change((state) => Object.assign(state, { search: 'by hand' }));
      await hands.read();
      return result;
    },
  };
  const outcome = await withToolRunners(link, [runner], registry).execute(chat, requestOf('any'), signal);
  expect(outcome).toMatchObject({ stateHashBefore: hashOf([]), stateHashAfter: hashOf(['o1']) });
  expect(outcome.order).toBeLessThan((await page.readContext(chat, signal)).source.order - 1);
});

it('a call that started as a query changes nothing, whatever its tool does', async () => {
  const { page, fake, requestOf } = await openSite();
  const request = requestOf('add_ignore_rule', { args: { pattern: 'o1' } });
  await expect(page.query(chat, request, signal)).rejects.toMatchObject({ code: 'write-refused' });
  expect(fake.state.drafts).toEqual({});
});

it('leaves the tools of other adapters to their page halves', async () => {
  const hashes = { stateHashBefore: 'a', stateHashAfter: 'b' };
  const outcome = { result: { success: true, message: '' }, ...hashes, document: 'd', order: 1 };
  const link = {
    readContext: vi.fn(),
    query: vi.fn<PagePort['query']>(async () => outcome),
    execute: vi.fn<PagePort['execute']>(async () => outcome),
  };
  const { requestOf } = await openSite();
  const request = requestOf('anything');
  expect(await withToolRunners(link, toolRunners, registry).execute(chatOn('notes'), request, signal)).toBe(
    outcome,
  );
  expect(link.execute).toHaveBeenCalledWith(chatOn('notes'), request, signal);
  expect(await withToolRunners(link, toolRunners, registry).query(chatOn('notes'), request, signal)).toBe(
    outcome,
  );
  expect(link.query).toHaveBeenCalledWith(chatOn('notes'), request, signal);
  expect(link.readContext).not.toHaveBeenCalled();
});
