import { eachPercent, type OnProgress } from '@/src/core/each-percent';
import type { Logger } from '@/src/core/logging/log-entry';
import type { Clock, IdSource, Timer } from '@/src/core/ports/clock';
import {
  hasFindings,
  type IntegrityReport,
  type IntegrityState,
  joinReports,
  newFindings,
} from '@/src/core/records/integrity-report';
import type { StewardDatabase } from '@/src/store/db';
import { checkAtStart, checkWhole } from './check-integrity';
import { stored } from './storage-error';
import { transact } from './transact';

/** Delay after the worker's start, in milliseconds, so that the first commands and requests do not wait for a check. */
export const START_DELAY_MS = 5_000;

/** Interval between two automatic checks of all data, in milliseconds. */
export const WHOLE_CHECK_EVERY_MS = 24 * 60 * 60 * 1_000;

/** Checks that the rows of the database are consistent. No check deletes anything. */
export interface DataChecks {
  /**
   * Checks the data that the last stop of the worker may have damaged. Checks all data if the last complete check is more
   * than a day old and no run or request is in progress.
   * Findings are logged, and shown in the panel until the user acknowledges them. Call it once when the worker starts.
   */
  afterStart(): Promise<void>;
  /** Checks everything on the user's request and returns the result for display. */
  check(): Promise<IntegrityReport>;
  /** Called when the user acknowledges the findings. */
  acknowledge(): Promise<void>;
}

export function createDataChecks(deps: {
  db: StewardDatabase;
  /** True while a run or a request is in progress. */
  isBusy(): boolean;
  log: Pick<Logger, 'warning'>;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
  /** Called at each percent of a check that the user requested, with the number of examined chats. */
  onChats: OnProgress;
}): DataChecks {
  const { db, clock } = deps;

  async function change(work: (state: IntegrityState) => IntegrityState): Promise<void> {
    await transact(db, db.integrity, async () => {
      const state = (await db.integrity.get('state')) ?? NO_STATE;
      const changed = work(state);
      if (changed !== state) await db.integrity.put(changed);
    });
  }

  /** Stores new findings, for the panel. */
  async function note(found: IntegrityReport): Promise<void> {
    await change((state) => {
      const { report, keys } = newFindings(found, state.known);
      if (!hasFindings(report)) return state;
      logReport(deps.log, report);
      const unseen = state.unseen === null ? report : joinReports(state.unseen, report);
      return { ...state, unseen, known: [...state.known, ...keys] };
    });
  }

  async function isWholeCheckDue(): Promise<boolean> {
    const state = await stored(() => db.integrity.get('state'));
    const atMs = state?.wholeCheckAtMs ?? null;
    return atMs === null || clock.now() - atMs >= WHOLE_CHECK_EVERY_MS;
  }

  return {
    async afterStart() {
      await deps.timer.sleep(START_DELAY_MS);
      await note(await checkAtStart(db, deps.ids.newId(), clock.now()));
      if (deps.isBusy() || !(await isWholeCheckDue())) return;
      const report = await checkWhole(db, clock.now(), () => !deps.isBusy(), null);
      // A run or request started meanwhile: the check is repeated after a later start.
      if (report === null) return;
      await note(report);
      await change((state) => ({ ...state, wholeCheckAtMs: clock.now() }));
    },

    async check() {
      const report = await checkWhole(db, clock.now(), () => true, eachPercent(deps.onChats));
      if (report === null) throw new Error('a check that nothing ends has a result');
      if (hasFindings(report)) logReport(deps.log, report);
      await change((state) => ({
        ...state,
        wholeCheckAtMs: clock.now(),
        known: [...state.known, ...newFindings(report, state.known).keys],
      }));
      return report;
    },

    acknowledge: () => change((state) => (state.unseen === null ? state : { ...state, unseen: null })),
  };
}

const NO_STATE: IntegrityState = { id: 'state', wholeCheckAtMs: null, unseen: null, known: [] };

function logReport(log: Pick<Logger, 'warning'>, report: IntegrityReport): void {
  const { recoveredChats, chatsWithoutRun, strayRows } = report;
  log.warning('storage.integrity', 'Rows of Steward’s database don’t fit together; none was deleted.', {
    data: {
      recoveredChats: recoveredChats.map(({ chatId, rows }) => ({ chatId, rows })),
      chatsWithoutRun: chatsWithoutRun.map(({ chatId }) => chatId),
      strayRows: strayRows.map((stray) => ({ ...stray })),
    },
  });
}
