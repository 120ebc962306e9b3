import { describe, expect, it } from 'vitest';
import { chatStatusText, otherChatsText } from '@/src/panel/chats/chat-status-text';
import type { RunStatus } from '@/src/schema/run-status';
import { STATUSES } from '../../core/loop/status-examples';
import { WAITING } from '../stored-run';

const RUNNING: RunStatus = { state: 'processing' };
const ASKING: RunStatus = { state: 'waiting-for-approval', approvalId: 'a' };
const PAGE_WAIT: RunStatus = { ...WAITING, coordinatingToolCallId: null, coordinatingToolName: 'page' };

describe('the status text of a chat', () => {
  it.each([
    ['starting', 'is running'],
    ['endpoint', 'waits until you choose a model'],
    ['processing', 'is running'],
    ['tools', 'is running'],
    ['approval', 'waits for your approval'],
    ['user', 'waits for your answer'],
    ['coordination', 'is waiting: The page is slow.'],
    ['system', 'waits for an event'],
    ['paused', 'is paused'],
    ['completed', 'is finished'],
    ['stopped', 'is finished'],
    ['error', 'is finished'],
    ['done', 'is finished'],
  ])('for a run that is %s is “%s”', (name, text) => {
    const status = STATUSES[name];
    if (status === undefined) throw new Error(`no example is called ${name}`);
    expect(chatStatusText(status)).toBe(text);
  });

  it('names the page if a run waits for it', () => {
    expect(chatStatusText(PAGE_WAIT)).toBe('waits until its page is back');
  });

  it.each(['round-limit', 'rolled-back', 'loop-detected', 'cut-off', 'requested'] as const)(
    'at %s asks the user to continue the run',
    (reason) =>
      expect(chatStatusText({ state: 'waiting-for-user-input', reason })).toBe('waits until you continue it'),
  );
});

it.each<[RunStatus[], string]>([
  [[ASKING], '1 other chat waits for you'],
  [[ASKING, ASKING], '2 other chats wait for you'],
  [[RUNNING], '1 other chat is running'],
  [[RUNNING, PAGE_WAIT], '2 other chats are running'],
  [[ASKING, RUNNING], '2 other chats, 1 waits for you'],
  [[ASKING, ASKING, RUNNING], '3 other chats, 2 wait for you'],
])('counts other chats: %#, %s', (statuses, text) => {
  expect(otherChatsText(statuses)).toBe(text);
});
