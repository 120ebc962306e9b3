import { setTimeout as sleep } from 'node:timers/promises';
import type { WriteVerdict } from '@/src/core/page-history/settle-write';
import type { SampleCall, SentWrite } from '../subject';
import { type Check, NotTried } from './check';
import { firstWrites, onNewPages, showsChange } from './on-new-pages';

/** Time for a call to reach the page. */
const HELD_MS = 100;

/** Without an answer, only the page itself says whether a change took effect. */
export const verdicts: Check = {
  rule: 'verdicts',
  title: 'leads to the right verdict when a call or its answer is lost, late or unreadable',
  async run(subject) {
    const samples: SampleCall[] = [];
    await onNewPages(subject, firstWrites(subject), async (caller, sample) => {
      if (showsChange((await caller.preview(sample)).call)) samples.push(sample);
      return [];
    });
    if (samples.length === 0 && firstWrites(subject).length > 0)
      throw new NotTried('Its sample calls change nothing: see writes-as-said.');
    return [
      await onNewPages(subject, samples, async (caller, sample, opened) => {
        const lost = await caller.write(sample, async () => null);
        await opened.kit('hold');
        const late = await caller.write(sample, async (send) => {
          // Its answer is not awaited: the page holds the call until it is released.
          send().catch(() => null);
          await sleep(HELD_MS);
          return null;
        });
        await opened.kit('release');
        return [
          ...verdictProblem('the call was lost', lost, 'refused'),
          ...verdictProblem('the call still runs', late, 'uncertain'),
        ];
      }),
      await onNewPages(subject, samples, async (caller, sample) =>
        verdictProblem(
          'the answer was lost',
          await caller.write(sample, (send) => send().then(() => null)),
          'applied',
        ),
      ),
      await onNewPages(subject, samples, async (caller, sample, opened) => {
        const unread = await caller.write(sample, async (send) => {
          await send();
          await opened.kit('blind');
          return null;
        });
        // The content script may recall the call's own answer.
        return unread.verdict === 'applied'
          ? []
          : verdictProblem('the page became unreadable', unread, 'uncertain');
      }),
    ].flat();
  },
};

function verdictProblem(what: string, { verdict }: SentWrite, wanted: WriteVerdict): string[] {
  return verdict === wanted ? [] : [`${what}: the verdict is ${verdict}, not ${wanted}`];
}
