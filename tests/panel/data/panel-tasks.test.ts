import { expect, it } from 'vitest';
import { createPanelTasks, type PanelTask } from '@/src/panel/data/panel-tasks';

const quote = (chatId: string): PanelTask => ({ task: { kind: 'quote' }, chatId, tabId: null });

it('tasks are kept until something receives them, and each is delivered once', () => {
  const tasks = createPanelTasks();
  const first: PanelTask[] = [];
  const second: PanelTask[] = [];
  tasks.deliver(quote('a'));
  const end = tasks.receive((task) => first.push(task));
  tasks.deliver(quote('b'));
  end();
  tasks.deliver(quote('c'));
  tasks.receive((task) => second.push(task));
  // Without effect: another one receives now.
  end();
  tasks.deliver(quote('d'));
  expect([first, second]).toEqual([
    [quote('a'), quote('b')],
    [quote('c'), quote('d')],
  ]);
});
