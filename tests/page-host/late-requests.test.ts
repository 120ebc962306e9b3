import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLateRequests } from '@/src/page-host/half-host';

const SENT = { executionId: 'e', sentAtMs: 1_000, timeoutMs: 30_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** True or an error code for a change; `meanwhile` runs between its delivery and the decision. */
async function isAdmitted(
  lateMs: number,
  meanwhile: (requests: ReturnType<typeof createLateRequests>) => void,
) {
  const requests = createLateRequests(() => SENT.sentAtMs + lateMs);
  const admitted = requests.admit(SENT).then(
    () => true,
    (error: { code: string }) => error.code,
  );
  meanwhile(requests);
  await vi.advanceTimersByTimeAsync(1_000);
  return admitted;
}

it.each<[string, number, boolean, boolean | string]>([
  ['delivered at once', 0, false, true],
  ['delivered late, not withdrawn', 5_000, false, true],
  ['delivered late, followed by its withdrawal', 5_000, true, 'aborted'],
  ['delivered after its time limit', 30_001, false, 'aborted'],
])('decides on a change that is %s', async (_, lateMs, isWithdrawn, expected) => {
  const meanwhile = (requests: ReturnType<typeof createLateRequests>) => {
    if (isWithdrawn) requests.withdraw('e');
  };
  expect(await isAdmitted(lateMs, meanwhile)).toBe(expected);
});

it('refuses a change whose withdrawal was delivered first', async () => {
  const requests = createLateRequests(() => SENT.sentAtMs);
  requests.withdraw('e');
  await expect(requests.admit(SENT)).rejects.toMatchObject({
    code: 'aborted',
  });
});
