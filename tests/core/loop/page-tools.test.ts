import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { hashJson } from '@/src/core/hash';
import type { PageTool } from '@/src/schema/page-tool';
import { say } from '@/src/schema/values/said';
import { guardedPage } from '../../fakes/guarded-page';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { createNotesPage, notesAdapter } from '../../fakes/notes-adapter';
import { pageTool } from '../../fakes/page-tool';
import type { Call } from './made-calls';
import { previewRevision } from './revise';

/** A notes page that also offers these tools; the test can exchange them. Each first note is another page of the site. */
async function offering(tools: PageTool[], ...script: Parameters<typeof createLoopHarness>[0]) {
  const page = { tools };
  const notes = createNotesPage({ notes: ['milk'], published: ['milk'] }, () => 1_000);
  const adapter: AdapterDefinition = {
    ...(notesAdapter as unknown as AdapterDefinition),
    ownTools: {
      list: () => page.tools,
      page: (context) => {
        const [title = ''] = (context as { notes: string[] }).notes;
        return { visit: title, address: 'https://a.test/', title };
      },
    },
  };
  const site = {
    adapter,
    guardedBy: (tokens: Parameters<typeof guardedPage>[1]) => guardedPage(notes.port, tokens),
  };
  const h = await createLoopHarness(script, { site });
  return {
    h,
    page,
    /** The page shows these notes; the first one is its title. */
    show: (...shown: string[]) => {
      notes.page.notes = shown;
    },
    /** The page's own tools of a request. */
    sent: (index: number) =>
      h.requests[index]?.tools.flatMap(({ function: { name } }) => (name.startsWith('page_') ? [name] : [])),
  };
}

const REMOVE = pageTool({ name: 'remove_user', fingerprint: 'b'.repeat(64) });
const ADD: Call = ['page_add_user', { name: 'cy' }];

describe('the tools that a page offers', () => {
  it('are sent, and stored with the chat', async () => {
    const { h, sent } = await offering([pageTool()], says('Hello.'));
    await h.send('Hi');
    expect(sent(0)).toEqual(['page_add_user']);
    expect((await h.deps.journal.chatById(h.chatId)).pageTools).toEqual([pageTool()]);
  });

  it('are those of the page at each request', async () => {
    const { h, page, sent } = await offering(
      [pageTool()],
      calls(['count_notes', {}]),
      says('One.'),
      says('Still.'),
    );
    h.deps.events.emit = ((emit) => (source, event) => {
      emit(source, event);
      if (event.type === 'tool-result-processed') page.tools = [REMOVE];
    })(h.deps.events.emit);
    await h.send('How many?');
    expect(sent(1)).toEqual(['page_remove_user']);
    page.tools = [];
    await h.send('And now?');
    expect(sent(2)).toEqual([]);
  });

  it('wait for approval, without a checkpoint', async () => {
    const { h } = await offering([pageTool()], calls(ADD));
    await h.send('Add cy');
    const approval = await h.pendingApproval();
    expect(approval.calls).toMatchObject([
      { question: 'Run the page’s own tool page_add_user?', isAsked: true },
    ]);
    expect(approval.preview.dryRun.calls).toMatchObject([
      {
        step: { tool: 'add_user', fingerprint: 'a'.repeat(64), args: { name: 'cy' } },
        preview: {
          warning: 'Steward can’t take this back.',
          notes: [{ topic: 'unknown' }, { topic: 'unknown' }],
        },
      },
    ]);
    expect(await h.checkpoints()).toEqual([]);
  });

  it('are for the page that the model saw: after a navigation, a call is refused without a question', async () => {
    const offered = await offering(
      [pageTool()],
      async function* () {
        offered.show('production');
        yield* calls(ADD);
      },
      says('I see.'),
    );
    await offered.h.send('Add cy');
    expect(await offered.h.results()).toEqual([expect.stringMatching(/^page_changed: /)]);
  });

  it('are asked for on a page that has changed since the model saw it, with its address and title', async () => {
    const offered = await offering([pageTool({ title: 'Add' })], async function* () {
      offered.show('milk', 'clock');
      yield* calls(ADD);
    });
    await offered.h.send('Add cy');
    const { preview } = await offered.h.pendingApproval();
    expect(preview.dryRun.calls).toMatchObject([
      {
        preview: {
          quoted: '{\n  "name": "cy"\n}',
          notes: [
            { text: 'Only the page "milk" at https://a.test/ knows what its tool "add_user" does.' },
            { text: 'The page says: "Add: Adds a user."' },
          ],
        },
      },
    ]);
  });

  it.each([
    ['as the first call left it', ['milk', 'cy'], ['tool-call-delegated', 'tool-call-delegated']],
    ['under another title', ['production', 'cy'], ['tool-call-delegated']],
    ['with other content', ['milk', 'production'], ['tool-call-delegated']],
  ])(
    'that were approved together run on the page %s, or are asked for again',
    async (_what, shown, begun) => {
      const { h, show } = await offering([pageTool()], calls(ADD, ADD));
      await h.send('Add cy twice');
      await h.decide('approve');
      const before = await h.settled();
      const [first] = before.messages.flatMap((one) => (one.role === 'assistant' ? one.toolCalls : []));
      const stateHashBefore = before.chat.lastStateHash ?? '';
      show(...shown);
      const stateHashAfter = hashJson({ notes: ['milk', 'cy'] });
      const done = { success: true, message: 'Done.' };
      await h.loop.provideToolResult(first?.executionId ?? '', done, { stateHashBefore, stateHashAfter });
      await h.settled();
      expect(h.events.map(({ type }) => type).filter((type) => type === 'tool-call-delegated')).toEqual(
        begun,
      );
      expect((await h.record()).run?.status.state).toBe(
        begun.length === 2 ? 'waiting-for-tools' : 'waiting-for-approval',
      );
    },
  );

  it.each([false, true])(
    'can’t be allowed with the decision, also if they claim to read (%j)',
    async (readOnly) => {
      const { h } = await offering([pageTool({ hints: { readOnly } })], calls(ADD));
      await h.send('Add cy');
      const allowed = h.decide('approve', '', { allowTools: ['page_add_user'] });
      await expect(allowed).rejects.toMatchObject({ code: 'invalid-message' });
    },
  );

  it('that ran since a message was edited are named as what stays', async () => {
    const { h } = await offering([pageTool()], calls(ADD), says('Added.'));
    await h.send('Add cy');
    const { messages } = await h.decided('approve');
    const call = messages.flatMap((one) => (one.role === 'assistant' ? one.toolCalls : []))[0];
    await h.loop.provideToolResult(call?.executionId ?? '', { success: true, message: 'Done.' });
    await h.settled();
    const [first] = messages.filter(({ role }) => role === 'user');
    expect(await previewRevision(h, 'edit', first?.id ?? '')).toMatchObject({
      page: { kind: 'kept', why: say('said.revision.pageTools') },
    });
  });
});
