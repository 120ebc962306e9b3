import { describe, expect, it } from 'vitest';
import { MAX_CHAT_ANSWER } from '@/src/core/loop/answer-wait';
import { MAX_MESSAGES_BETWEEN } from '@/src/core/policy/message-target';
import { scopeOfChat } from '@/src/core/records/chat-message';
import { conversation } from '@/src/core/records/message';
import { LONGEST_WAIT_MS } from '@/src/core/records/run-status';
import type { ChatSettings } from '@/src/schema/chat-settings';
import {
  calls,
  createLoopHarness,
  fails,
  hangs,
  heldBack,
  type LoopHarness,
  says,
  stateInWords,
  type Turn,
} from '../../fakes/loop-harness';
import { diesAt, failing, restartWorker } from './interruptions';
import { ASK } from './made-calls';
import { coordination } from './status-examples';

const OTHER = 'other';
const TITLE = 'Shop filter';
const TEXT = 'How many models are hidden?';

const sends = (wait: boolean, chat = TITLE, message = TEXT) =>
  calls(['send_message', { chat, message, wait }]);

/** A chat that may send messages, and another one about a page of its own. */
async function twoChats(script: Turn[], settings: Partial<ChatSettings> = {}) {
  const h = await createLoopHarness(script, { settings: { sendsMessages: true, ...settings } });
  await h.addChat(OTHER, TITLE, 'shop');
  // Its first message would rename it.
  await h.db.chats.update(OTHER, { titleSource: 'user' });
  return h;
}

async function recordOf({ deps }: LoopHarness, chatId: string) {
  const loaded = await deps.journal.load(chatId);
  return { ...loaded, conversation: conversation(loaded.messages) };
}

const stateOf = async (h: LoopHarness, chatId: string) => {
  const { run } = await recordOf(h, chatId);
  return run === null ? 'no run' : stateInWords(run.status);
};

const poll = <Value>(value: () => Value) => expect.poll(value, { interval: 2 });

/** Waits until a chat's run is in this state. */
async function reaches(h: LoopHarness, chatId: string, state: string) {
  await poll(() => stateOf(h, chatId)).toBe(state);
  // Later steps would change it.
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await stateOf(h, chatId)).toBe(state);
}

/** Waits until both chats have answered their users. */
async function bothConclude(h: LoopHarness) {
  await reaches(h, h.chatId, 'completed');
  await reaches(h, OTHER, 'completed');
}

/** Waits until a chat's request to the model is out: the script is in the order of the requests. */
async function asksModel(h: LoopHarness, chatId: string) {
  await poll(() =>
    h.events.some(({ type }, index) => type === 'response-started' && h.sources[index]?.chatId === chatId),
  ).toBe(true);
  await reaches(h, chatId, 'processing');
}

/** The user sends a message, and approves the call that follows. */
async function sendApproved(h: LoopHarness) {
  await h.write('Ask the other chat.');
  await reaches(h, h.chatId, 'waiting-for-approval');
  await h.decide('approve');
}

/** Two chats, of which the first has an approved call that sends a message. */
async function sentApproved(...script: Turn[]) {
  const h = await twoChats(script);
  await sendApproved(h);
  return h;
}

const eventsOf = async (h: LoopHarness, chatId: string) =>
  (await recordOf(h, chatId)).conversation.flatMap((entry) => (entry.role === 'system' ? [entry] : []));

const lastEvent = async (h: LoopHarness) => (await eventsOf(h, h.chatId)).at(-1)?.content;

const WAITING = 'waiting-for-agent-coordination';

describe('send_message', () => {
  it('is an unknown tool in a chat whose setting is off, and is offered only if it is on', async () => {
    for (const sendsMessages of [false, true]) {
      const h = await twoChats([sends(false), says('I can’t.')], { sendsMessages });
      await h.send('Ask the other chat.');
      const [request] = h.requests;
      expect(request?.tools.at(-1)?.function.name === 'send_message').toBe(sendsMessages);
      expect(request?.messages[0]?.content?.includes('send_message')).toBe(sendsMessages);
      if (!sendsMessages) expect(await h.results()).toEqual([expect.stringMatching(/^unknown_tool: /)]);
    }
  });

  it('needs approval, although the user allowed it, and shows chat and text', async () => {
    const h = await twoChats([sends(true)], { permissions: { send_message: 'allow' } });
    await h.send('Ask the other chat.');
    const { calls: asked, preview } = await h.pendingApproval();
    expect(asked).toMatchObject([{ tool: 'send_message', question: 'Send a message to another chat?' }]);
    expect(preview.dryRun.net).toMatchObject({
      summary: `Sends this message to the chat “${TITLE}” and waits up to five minutes for its answer.`,
      quoted: TEXT,
    });
    expect(await stateOf(h, OTHER)).toBe('no run');
    expect(await h.checkpoints()).toEqual([]);
  });

  it('can’t be allowed along with a decision', async () => {
    const h = await twoChats([sends(false)]);
    await h.send('Ask the other chat.');
    await expect(h.decide('approve', '', { allowTools: ['send_message'] })).rejects.toMatchObject({
      code: 'invalid-message',
    });
    expect((await h.record()).chat.settings.permissions).toEqual({});
  });

  it('is not delivered when the user refuses it, or forbids the tool', async () => {
    const h = await twoChats([sends(false), says('All right.')]);
    await h.send('Ask the other chat.');
    await h.decided('reject');
    expect(await h.results()).toEqual([expect.stringMatching(/^rejected_by_user: /)]);
    const denied = await twoChats([sends(false), says('I can’t.')], {
      permissions: { send_message: 'deny' },
    });
    await denied.send('Ask the other chat.');
    expect(await denied.results()).toEqual([expect.stringMatching(/^denied/)]);
    for (const each of [h, denied]) expect(await stateOf(each, OTHER)).toBe('no run');
  });

  it('waits in the plan in plan mode, and is sent once the plan is approved', async () => {
    const h = await twoChats([sends(false), says('I would ask.'), says('Asked.'), says('None.')], {
      planMode: true,
    });
    await h.send('Ask the other chat.');
    expect(await stateOf(h, OTHER)).toBe('no run');
    await h.decide('approve');
    await reaches(h, OTHER, 'completed');
    expect(await eventsOf(h, OTHER)).toMatchObject([{ content: TEXT }]);
  });
});

describe('an approved message without wait', () => {
  it('starts a run in the other chat, as data of the sending chat, and the sender goes on', async () => {
    const h = await sentApproved(sends(false), says('Sent.'), says('Forty.'));
    await bothConclude(h);
    expect(await h.results()).toEqual([`ok: The message was delivered to the chat "${TITLE}".`]);
    const [event, ...others] = await eventsOf(h, OTHER);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      scope: scopeOfChat(h.chatId),
      content: TEXT,
      sender: { chatId: h.chatId, title: 'Ask the other chat.', kind: 'message' },
    });
    const request = h.requests.find(({ messages }) => messages.at(-1)?.content?.includes(TEXT));
    const { nonce = '' } = event?.sender ?? {};
    expect(request?.messages.at(-1)).toMatchObject({ role: 'user' });
    expect(request?.messages.at(-1)?.content).toContain(
      [
        '[event from the chat "Ask the other chat."] A message from that chat’s assistant. No answer to it is awaited.',
        `<chat-message id="${nonce}">\n${TEXT}\n</chat-message id="${nonce}">`,
      ].join('\n'),
    );
    // Nothing comes back.
    expect(await eventsOf(h, h.chatId)).toEqual([]);
    const rows = (await h.db.audit.toArray()).filter(({ action }) => action === 'call');
    expect(rows).toMatchObject([{ subject: 'send_message', decision: 'approved', success: true }]);
    expect(JSON.parse(rows[0]?.ran ?? '')).toEqual({ chat: TITLE, message: TEXT, wait: false });
  });

  it('is queued in a chat that waits for its user', async () => {
    const h = await twoChats([calls(ASK), sends(false), says('Sent.')]);
    await h.loop.sendUserMessage(OTHER, 'Add one');
    await reaches(h, OTHER, 'user (question)');
    await sendApproved(h);
    await reaches(h, h.chatId, 'completed');
    expect((await recordOf(h, OTHER)).chat.pendingEvents).toMatchObject([{ text: TEXT }]);
    expect(await stateOf(h, OTHER)).toBe('user (question)');
  });

  it.each([
    ['is queued for another scope', 'page', WAITING, 1],
    ['joins the run that waits for the sender', scopeOfChat('chat'), 'completed', 0],
  ])('%s', async (_what, requiredScope, state, queued) => {
    const h = await twoChats([hangs, sends(false), says('Sent.'), says('Thanks.')]);
    await h.loop.sendUserMessage(OTHER, 'Work');
    await asksModel(h, OTHER);
    await h.loop.requestStatus(
      OTHER,
      coordination({ targetAgentScope: requiredScope, userCanInterrupt: false, untilMs: 1e12 }),
    );
    await sendApproved(h);
    await reaches(h, h.chatId, 'completed');
    await reaches(h, OTHER, state);
    expect((await recordOf(h, OTHER)).chat.pendingEvents).toHaveLength(queued);
  });

  it('fails if the other chat’s page is closed, and the sender goes on', async () => {
    const h = await twoChats([sends(false), says('It is closed.')]);
    const { readContext } = h.deps.page;
    h.deps.page.readContext = async (chat, signal) => {
      if (chat.id === OTHER) h.notes.close();
      try {
        return await readContext(chat, signal);
      } finally {
        h.notes.reopen();
      }
    };
    await sendApproved(h);
    await reaches(h, h.chatId, 'completed');
    expect(await h.results()).toEqual([
      `chat_unavailable: The chat "${TITLE}" can’t take the message: The page is closed. Open it. Nothing was sent.`,
    ]);
    expect(await stateOf(h, OTHER)).toBe('no run');
  });
});

it('a message that the storage refused is delivered by Retry, once', async () => {
  const h = await twoChats([sends(false), says('Sent.'), says('Forty.')]);
  await h.write('Ask the other chat.');
  await reaches(h, h.chatId, 'waiting-for-approval');
  failing(h, 'beginRun', 1);
  await h.decide('approve');
  await reaches(h, h.chatId, 'error');
  await h.loop.retry(h.chatId);
  await bothConclude(h);
  expect(await eventsOf(h, OTHER)).toHaveLength(1);
});

it('a stop doesn’t wait for the other chat’s turn, and its result says what is uncertain', async () => {
  const h = await twoChats([sends(false)]);
  await h.write('Ask the other chat.');
  await reaches(h, h.chatId, 'waiting-for-approval');
  const held = h.loop.whileIdle(OTHER, () => new Promise<void>(() => undefined));
  held.catch(() => undefined);
  await h.decide('approve');
  await poll(() => isStarted(h)).toBe(true);
  await h.loop.stop(h.chatId);
  expect(await stateOf(h, h.chatId)).toBe('stopped');
  expect(await h.results()).toEqual([expect.stringMatching(/^outcome_unknown: Stopped while the message/)]);
  expect(await stateOf(h, OTHER)).toBe('no run');
});

const isStarted = async (h: LoopHarness) =>
  (await h.db.executions.toArray()).some(
    ({ state, messageTo }) => state === 'started' && messageTo === OTHER,
  );

describe('an approved message with wait', () => {
  it('puts the run into coordination with the other chat as target; its answer ends that', async () => {
    const h = await twoChats([sends(true), says('Forty are hidden.'), says('The other chat says forty.')]);
    let waiting: unknown = null;
    const { emit } = h.deps.events;
    h.deps.events.emit = (source, event) => {
      emit(source, event);
      if (event.type === 'status-changed' && event.status.state === WAITING) waiting ??= event.status;
    };
    await sendApproved(h);
    await reaches(h, h.chatId, 'completed');
    expect(waiting).toMatchObject({
      coordinatingToolName: 'send_message',
      targetAgentScope: scopeOfChat(OTHER),
      userCanInterrupt: true,
      reason: `An answer from the chat “${TITLE}”.`,
    });
    const own = (await h.record()).conversation;
    expect(own.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'system', 'assistant']);
    expect(own[3]).toMatchObject({
      scope: scopeOfChat(OTHER),
      content: 'Forty are hidden.',
      sender: { chatId: OTHER, title: expect.any(String), kind: 'answer' },
    });
    expect(await eventsOf(h, OTHER)).toMatchObject([{ sender: { kind: 'question' } }]);
    // The result was held until the answer was there.
    expect(h.requests).toHaveLength(3);
    const [result, answer] = h.requests[2]?.messages.slice(-2) ?? [];
    expect(result).toMatchObject({ role: 'tool', content: expect.stringContaining('Its answer is awaited') });
    expect(answer?.content).toMatch(
      /^\[event from the chat ".*"\] The answer of that chat’s assistant to your message\.\n<chat-message id="[^"]+">\nForty are hidden\.\n/,
    );
  });

  it('gets the summary of a task that the other chat finished, cut to its limit', async () => {
    const long = 'x'.repeat(MAX_CHAT_ANSWER + 5);
    const finishes = [...says(long).slice(0, 1), ...calls(['finish_task', { summary: 'Counted.' }])];
    const h = await sentApproved(sends(true), finishes, says('Thanks.'));
    await reaches(h, h.chatId, 'completed');
    expect(await lastEvent(h)).toBe(`${'x'.repeat(MAX_CHAT_ANSWER)}\n[cut: 15 more characters]`);
  });

  it.each<[string, Turn, ((h: LoopHarness) => Promise<unknown>) | null, RegExp]>([
    ['is stopped', hangs, (h) => h.loop.stop(OTHER), /^The chat ".*" was stopped before it answered\.$/],
    [
      'is deleted with its data',
      hangs,
      async (h) => {
        await h.db.chats.delete(OTHER);
        await h.time.pass(LONGEST_WAIT_MS);
      },
      /^The other chat was deleted\.$/,
    ],
    [
      'is marked as deleted',
      hangs,
      async (h) => {
        await h.db.chats.update(OTHER, { deletedAtMs: 1 });
        await h.loop.stop(OTHER);
      },
      /^The other chat was deleted\.$/,
    ],
    ['fails', fails('auth'), null, /^The chat ".*" failed before it answered\. The endpoint failed: auth\.$/],
    [
      'asks its user',
      calls(ASK),
      null,
      /^The chat ".*" waits for the user, so its answer is not there yet\. It will not follow\.$/,
    ],
    ['needs an approval', calls(['publish', {}]), null, /^The chat ".*" waits for the user/],
    [
      'is made to wait for its user',
      hangs,
      (h) => h.loop.requestStatus(OTHER, { state: 'waiting-for-user-input', reason: 'question' }),
      /waits for the user/,
    ],
    [
      'does not answer in time',
      hangs,
      (h) => h.time.pass(LONGEST_WAIT_MS),
      /^The other chat did not answer in time\./,
    ],
    [
      'does not answer in time, though the clock was set back while no worker was running',
      hangs,
      async (h) => {
        h.clock.pass(-3_600_000);
        await restartWorker(h);
        await expect.poll(() => h.time.isWaited()).toBe(true);
        await h.time.pass(LONGEST_WAIT_MS);
      },
      /^The other chat did not answer in time\./,
    ],
  ])('ends with the reason if the other chat %s', async (_what, turn, act, text) => {
    const h = await sentApproved(sends(true), turn, says('I see.'));
    if (act !== null) {
      await reaches(h, h.chatId, WAITING);
      await asksModel(h, OTHER);
      await act(h);
    }
    await reaches(h, h.chatId, 'completed');
    expect(await lastEvent(h)).toMatch(text);
    expect((await eventsOf(h, h.chatId)).at(-1)).toMatchObject({ scope: 'steward' });
  });

  it('ends with Stop, and a later answer changes nothing', async () => {
    const h = await sentApproved(sends(true), hangs);
    await reaches(h, h.chatId, WAITING);
    await h.loop.stop(h.chatId);
    await h.loop.stop(OTHER);
    await reaches(h, h.chatId, 'stopped');
    expect(await eventsOf(h, h.chatId)).toEqual([]);
    expect((await h.results()).at(-1)).toContain(
      'follows as an event; not if the user stops this run or writes before.',
    );
  });

  it('ends with a message of the user', async () => {
    const h = await sentApproved(sends(true), hangs, says('I stop waiting.'));
    await reaches(h, h.chatId, WAITING);
    await asksModel(h, OTHER);
    await h.write('Never mind.');
    await reaches(h, h.chatId, 'completed');
    expect((await h.record()).conversation.slice(-2)).toMatchObject([
      { role: 'user', content: 'Never mind.' },
      { content: 'I stop waiting.' },
    ]);
  });

  it('is checked again at Resume', async () => {
    const answer = heldBack([], says('Forty.'));
    const h = await sentApproved(sends(true), answer.turn, says('Forty, then.'));
    await reaches(h, h.chatId, WAITING);
    await h.loop.pause(h.chatId);
    answer.release();
    await reaches(h, OTHER, 'completed');
    await reaches(h, h.chatId, 'paused');
    await h.loop.resume(h.chatId);
    await reaches(h, h.chatId, 'completed');
    expect(await lastEvent(h)).toBe('Forty.');
  });
});

describe('a message that leads nowhere', () => {
  it.each<[string, string, RegExp]>([
    ['an unknown title', 'Nothing', /^unknown_chat: There is no other chat "Nothing"\. Nothing was sent\./],
    ['its own id', 'chat', /^own_chat: /],
    ['its own title', 'Ask the other chat.', /^own_chat: /],
    ['a title that two have', 'Twins', /^ambiguous_chat: 2 chats have the title "Twins"/],
  ])('is refused without a question for %s', async (_what, chat, text) => {
    const h = await twoChats([sends(true, chat), says('I see.')]);
    await h.addChat('twin-1', 'Twins', 'a');
    await h.addChat('twin-2', 'Twins', 'b');
    await h.send('Ask the other chat.');
    expect(await h.results()).toEqual([expect.stringMatching(text)]);
  });

  it('lists at most twenty chats, and counts the rest', async () => {
    const h = await twoChats([sends(true, 'Nothing'), says('I see.')]);
    for (let number = 0; number < 21; number += 1) await h.addChat(`c${number}`, `Chat ${number}`, 'x');
    const { conversation: entries } = await h.send('Ask the other chat.');
    const [result] = entries.flatMap((entry) => (entry.role === 'tool' ? [entry.result] : []));
    expect(result?.data?.chats).toHaveLength(20);
    expect(result?.data?.more).toBe(2);
  });

  it('reaches one of two chats with the same title by its id', async () => {
    const h = await twoChats([sends(false, 'twin-2'), says('Sent.'), says('Thanks.')]);
    await h.addChat('twin-1', 'Twins', 'a');
    await h.addChat('twin-2', 'Twins', 'b');
    await sendApproved(h);
    await reaches(h, 'twin-2', 'completed');
    expect(await stateOf(h, 'twin-1')).toBe('no run');
  });

  it('is refused if the other chat waits for this one, also through a third', async () => {
    const h = await twoChats([sends(true), says('I see.'), says('So do I.'), says('And I.')]);
    const wait = async (from: string, to: string) => {
      const { run } = await recordOf(h, from);
      await h.db.runs.update(run?.id ?? '', {
        status: coordination({ coordinatingToolName: 'send_message', targetAgentScope: scopeOfChat(to) }),
      });
    };
    await h.addChat('third', 'Third', 'third');
    h.choice.model = null;
    for (const id of [OTHER, 'third']) await h.loop.sendUserMessage(id, 'Go');
    for (const id of [OTHER, 'third']) await reaches(h, id, 'waiting-for-endpoint');
    h.choice.model = 'm';
    await wait(OTHER, 'third');
    await wait('third', h.chatId);
    await h.send('Ask the other chat.');
    expect(await h.results()).toEqual([expect.stringMatching(/^mutual_wait: /)]);
  });

  it('is refused after many messages without one of the user', async () => {
    const h = await twoChats([says('Hello.'), sends(false), says('I see.'), sends(false)]);
    const { run, messages } = await h.send('Hello');
    const position = (messages.at(-1)?.position ?? 0) + 1;
    await h.db.messages.bulkAdd(
      Array.from({ length: MAX_MESSAGES_BETWEEN }, (_, index) => ({
        role: 'system' as const,
        id: `m${index}`,
        chatId: h.chatId,
        runId: run?.id ?? null,
        position: position + index,
        createdAtMs: 0,
        discardedBy: null,
        scope: scopeOfChat(OTHER),
        content: 'Again.',
        sender: { chatId: OTHER, title: TITLE, kind: 'message' as const, nonce: `n${index}` },
      })),
    );
    await h.receive('page', 'Go on.');
    await h.settled();
    expect(await h.results()).toEqual([expect.stringMatching(/^message_limit: 20 messages/)]);
    await h.send('Ask once more.');
    expect(await stateOf(h, h.chatId)).toBe('waiting-for-approval');
  });
});

describe('a restart of the worker', () => {
  it.each<[string, 'markSending' | 'beginRun' | 'storeResult', 'before' | 'after']>([
    ['before the call is stored as started', 'markSending', 'before'],
    ['between its start and the delivery', 'markSending', 'after'],
    ['while it is being delivered', 'beginRun', 'before'],
    ['right after the delivery', 'beginRun', 'after'],
    ['before its result is stored', 'storeResult', 'before'],
    ['right after its result is stored', 'storeResult', 'after'],
  ])('%s delivers the message once, and the answer comes back', async (_what, method, when) => {
    const replies: Turn = (request) =>
      request.messages.some(({ role }) => role === 'tool') ? says('Forty, then.') : says('Forty.');
    const h = await twoChats([sends(true), replies, replies, replies]);
    await h.send('Ask the other chat.');
    const died = diesAt(h, method, when);
    await h.decide('approve');
    await died;
    const loop = h.restart();
    for (const id of [h.chatId, OTHER]) await loop.recover(id, false);
    await bothConclude(h);
    expect(await eventsOf(h, OTHER)).toMatchObject([{ content: TEXT }]);
    expect(await eventsOf(h, h.chatId)).toMatchObject([{ content: 'Forty.', sender: { kind: 'answer' } }]);
    expect(await h.results()).toEqual([expect.stringMatching(/^ok: The message was delivered/)]);
  });

  it('finds an answer that came while no worker was running', async () => {
    const h = await sentApproved(sends(true), hangs, says('Forty.'), says('Forty, then.'));
    await reaches(h, h.chatId, WAITING);
    await asksModel(h, OTHER);
    const loop = h.restart();
    await loop.recover(OTHER, false);
    await reaches(h, OTHER, 'completed');
    await loop.recover(h.chatId, false);
    await reaches(h, h.chatId, 'completed');
    expect(await lastEvent(h)).toBe('Forty.');
  });
});
