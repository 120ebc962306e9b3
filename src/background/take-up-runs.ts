import { browser } from 'wxt/browser';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { RunStatus } from '@/src/core/loop/run-status';
import type { StewardDatabase } from '@/src/store/db';

/** Set once per browser session: tells a worker's restart from a browser's. */
const SESSION_MARK = 'session-began';

/** What goes on by itself: work, and waits that have a bound. */
const TAKEN_UP: RunStatus['state'][] = [
  'waiting-for-all-actors-ready',
  'waiting-for-endpoint',
  'waiting-for-agent-coordination',
  'waiting-for-tools',
  'processing',
];

/** After a start of the background: takes up what a death of the worker interrupted, once. */
export async function takeUpRuns(db: StewardDatabase, loop: AgentLoop): Promise<void> {
  const marks = await browser.storage.session.get(SESSION_MARK);
  const browserRestarted = marks[SESSION_MARK] !== true;
  await browser.storage.session.set({ [SESSION_MARK]: true });
  const runs = await db.runs.where('status.state').anyOf(TAKEN_UP).toArray();
  for (const chatId of new Set(runs.map((run) => run.chatId))) {
    await loop.takeUp(chatId, browserRestarted);
  }
}
