import { expect, it } from 'vitest';
import { missingResults, NO_RESULT } from '@/src/core/history/call-results';
import { cancelled } from '@/src/core/tools/call-results';
import type { ExecutionState } from '@/src/schema/call';
import { toldConversation } from '../../fakes/told-conversation';

it.each<[string, ExecutionState | null, unknown]>([
  ['that waited for approval was not run', 'awaiting-approval', cancelled()],
  ['whose turn had not come was not run', 'received', cancelled()],
  ['that was started has an unknown outcome', 'started', NO_RESULT],
  ['without a row has an unknown outcome', null, NO_RESULT],
])('a call without a result %s', (_, state, result) => {
  const messages = toldConversation({ user: 'Go.' }, { answer: '', calls: ['A'] });
  const open = messages.filter(({ role }) => role !== 'tool');
  const executions = state === null ? [] : [{ id: 'x0', state }];
  expect(missingResults(open, executions, () => 'new')).toMatchObject([{ executionId: 'x0', result }]);
});
