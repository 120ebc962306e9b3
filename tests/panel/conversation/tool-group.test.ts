import { expect, it } from 'vitest';
import type { ToolCardState } from '@/src/panel/conversation/tool-card-model';
import { groupSummary } from '@/src/panel/conversation/tool-group';

it.each<[ToolCardState[], string]>([
  [['succeeded', 'failed', 'succeeded', 'succeeded'], '4 calls: 3 done, 1 failed'],
  [['succeeded', 'succeeded'], '2 calls done'],
  [['failed', 'failed'], '2 calls failed'],
  [['awaiting-approval', 'awaiting-approval'], '2 calls waiting for approval'],
  [
    ['failed', 'awaiting-approval', 'running', 'planned', 'succeeded'],
    '5 calls: 1 done, 1 planned, 1 running, 1 waiting for approval, 1 failed',
  ],
])('sums up %j as “%s”', (states, text) => {
  expect(groupSummary(states)).toBe(text);
});
