import type { SummaryEvent } from '@/src/core/records/live-summary';
import { createSideRequests } from '@/src/core/side-requests/create-side-requests';
import { waitUntil } from '@/tests/drive/wait-until';
import { keptRequests } from '../../fakes/kept-requests';
import { createLoopHarness, type HarnessOptions, type Turn } from '../../fakes/loop-harness';
import { createManualTime } from '../../fakes/manual-time';

/** The real loop with the requests of titles and summaries, which follow the same script. Titles are off unless a test turns them on. */
export async function createSideHarness(script: Turn[], options: HarnessOptions) {
  const h = await createLoopHarness(script, {
    ...options,
    settings: { generatesTitle: false, ...options.settings },
  });
  const summaryEvents: SummaryEvent[] = [];
  // Apart from the loop's, so that a pending time limit of a side request doesn't count as a wait of the run.
  const time = createManualTime(h.clock);
  const make = () =>
    createSideRequests({
      ...h.deps,
      timer: time,
      onSummary: (_chatId, event) => void summaryEvents.push(event),
    });
  let sides = make();
  const { emit } = h.deps.events;
  h.deps.events.emit = (source, event) => {
    emit(source, event);
    sides.emit(source, event);
  };

  /** Resolves when no side request is in flight. */
  async function sidesSettled(): Promise<void> {
    while (sides.isBusy()) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  return {
    ...h,
    get sides() {
      return sides;
    },
    /** The time of the side requests. */
    time,
    /** Waits until a side request sleeps for `ms`, and lets that time pass. */
    async passSleep(ms: number): Promise<void> {
      await waitUntil(async () => time.delays.includes(ms), `No side request sleeps for ${ms} ms.`);
      await time.pass(ms);
    },
    /** The events of summaries that the panel received. */
    summaryEvents,
    sidesSettled,
    async send(text: string) {
      await h.send(text);
      await sidesSettled();
      return h.record();
    },
    /** The worker dies, and a new one starts with the same database. */
    restartSides() {
      time.forget();
      sides = make();
    },
    usage: () => h.db.usage.orderBy('[chatId+atMs]').toArray(),
    sent: () => keptRequests(h.db),
    /** The texts of the last request, in order, each cut to its first line. */
    lastSent: () =>
      (h.requests.at(-1)?.messages ?? []).map(({ role, content }) => `${role}: ${content?.split('\n')[0]}`),
    /** Stores a draft, and returns its id. */
    async draft() {
      await sides.summarize(h.chatId);
      const { conversation } = await h.record();
      const summary = conversation.findLast((message) => message.role === 'summary');
      if (summary === undefined) throw new Error('no summary was stored');
      return summary.id;
    },
  };
}

export type SideHarness = Awaited<ReturnType<typeof createSideHarness>>;
