import { expect, it } from 'vitest';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { COUNT } from './made-calls';

it('a stored result without its call is an error in the log, once for each run', async () => {
  const h = await createLoopHarness([calls(COUNT), says('One.'), calls(COUNT), says('Still one.')]);
  const result = {
    id: 'stray',
    chatId: h.chatId,
    runId: null,
    position: 0,
    createdAtMs: 0,
    discardedBy: null,
    role: 'tool',
    executionId: 'lost',
    modelCallId: 'call_9',
    name: 'count_notes',
    result: { success: true, message: '1 note.' },
    durationMs: 1,
    pageUpdate: null,
  } as const;
  await h.db.messages.add(result);
  for (const text of ['Count', 'Again']) await h.send(text);
  expect(h.logged.filter(({ level }) => level === 'error')).toMatchObject([
    { topic: 'history.stray_results', runId: expect.any(String), data: { count: 1 } },
    { topic: 'history.stray_results', runId: expect.any(String), data: { count: 1 } },
  ]);
});
