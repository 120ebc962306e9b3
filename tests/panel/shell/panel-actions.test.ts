// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { panelActions } from '@/src/panel/shell/panel-actions';

function open(hasChat: boolean, canSummarize: boolean) {
  const [onNewChat, onSummarize, onQueueWait, onFind, onOpen] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const can = { canSummarize, canQueueWait: hasChat };
  const deps = { hasChat, ...can, onNewChat, onSummarize, onQueueWait, onFind, onOpen };
  return { deps, entries: panelActions(deps).flat() };
}

describe('the entries of the menu', () => {
  it.each([
    [false, false, ['new-chat', 'all-settings', 'connection', 'sites', 'log', 'view']],
    [
      true,
      false,
      [
        'new-chat',
        'wait',
        'find',
        'costs',
        'policy',
        'settings',
        'model-settings',
        'all-settings',
        'connection',
        'sites',
        'log',
        'view',
      ],
    ],
  ])(
    'with a chat: %s, and messages: %s, can be chosen as far as they can do something',
    (hasChat, canSummarize, ids) => {
      const { entries } = open(hasChat, canSummarize);
      expect(entries.flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []))).toEqual(ids);
    },
  );

  it('have words of their own each, and open the sheet of their name', () => {
    const { entries, deps } = open(true, true);
    expect(new Set(entries.map(({ words }) => words)).size).toBe(entries.length);
    for (const { onChoose } of entries) onChoose();
    expect(deps.onNewChat).toHaveBeenCalledTimes(1);
    expect(deps.onSummarize).toHaveBeenCalledTimes(1);
    expect(deps.onQueueWait).toHaveBeenCalledTimes(1);
    expect(deps.onFind).toHaveBeenCalledTimes(1);
    expect(deps.onOpen.mock.calls.flat()).toEqual(
      entries.flatMap(({ id, opensSheet }) => (opensSheet ? [id] : [])),
    );
  });
});
