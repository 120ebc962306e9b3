import Dexie from 'dexie';
import { browser } from 'wxt/browser';
import { eachPercent, type OnProgress } from '@/src/core/each-percent';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { IdSource } from '@/src/core/ports/clock';
import type { RestoreOffer } from '@/src/core/records/restore-offer';
import { hasEnded } from '@/src/core/records/transition';
import type { SideRequests } from '@/src/core/side-requests/create-side-requests';
import type { CommandOf } from '@/src/messages/commands';
import type { TextPart } from '@/src/messages/text-part';
import { UPGRADE_DATABASE } from '@/src/store/backup';
import type { StewardDatabase } from '@/src/store/db';
import { CHECK_DATABASE } from '@/src/store/upgrades';
import { rowsOfChat } from './chat-tables';
import type { ConnectionStore } from './connection-store';
import { eraseData, erasePayloads, eraseRequests } from './erase-data';
import type { LogControl } from './logger';
import { assertReplaceable, restoreRows } from './restore-rows';
import { stored } from './storage-error';
import { createTextParts } from './text-parts';

/** Data that the user can delete to free space. Chats are deleted one by one, and the log in its own tab. */
type Freeable = CommandOf<'free-space'>['what'];

/** Commands about all of Steward's data. */
export interface OwnData {
  /**
   * Deletes the selected data and resolves with the number of rows. Keeps the first checkpoint of each chat, and all
   * checkpoints of chats with an open run.
   */
  free(what: Freeable): Promise<number>;
  /** Deletes the payloads of a chat's chat log; resolves with their number. */
  deleteChatLog(chatId: string): Promise<number>;
  /** Ends all runs and deletes everything: chats, audit, log, connections, keys, sites, settings. */
  deleteAll(): Promise<void>;
  /**
   * Adds a part of a backup's text; resolves with null until the last part has arrived. With the last part, a null
   * `keepsPrompts` resolves with the backup's contents; any other value restores the backup. Rejects with `conflict` if
   * existing data would be lost, and with `invalid-message` if the backup can't be read; in both cases nothing is
   * changed.
   */
  restorePart(part: TextPart, keepsPrompts: boolean | null): Promise<{ rows: number } | RestoreOffer | null>;
}

export function createOwnData(deps: {
  db: StewardDatabase;
  loop: Pick<AgentLoop, 'stop'>;
  sideRequests: Pick<SideRequests, 'abandon'>;
  modelChecks: { stop(): Promise<void> };
  connections: Pick<ConnectionStore, 'remove'>;
  sites: {
    forget(origin: string): Promise<void>;
    changing(change: () => Promise<void>): Promise<void>;
  };
  log: Pick<LogControl, 'clear'>;
  ids: IdSource;
  /** Called at each percent of a restore, with the number of restored chats. */
  onChats: OnProgress;
}): OwnData {
  const { db } = deps;
  const joinPart = createTextParts();

  async function openRuns() {
    const runs = await stored(() => db.runs.where('status.state').notEqual('done').toArray());
    return runs.filter(({ status }) => !hasEnded(status));
  }

  return {
    async free(what) {
      if (what === 'requests') return eraseRequests(db);
      if (what === 'chat-logs') return erasePayloads(db);
      const busy = new Set((await openRuns()).map(({ chatId }) => chatId));
      return freeCheckpoints(db, busy);
    },

    deleteChatLog: (chatId) => stored(() => rowsOfChat(db, 'payloads', chatId).delete()),

    async deleteAll() {
      const chats = new Set((await openRuns()).map(({ chatId }) => chatId));
      for (const chatId of chats) await deps.loop.stop(chatId);
      await deps.sideRequests.abandon(null);
      await deps.modelChecks.stop();
      // Also removes the browser permissions of sites and connections.
      for (const { origin } of await stored(() => db.sites.toArray())) await deps.sites.forget(origin);
      await deps.sites.changing(async () => {
        for (const { id } of await stored(() => db.connections.toArray())) await deps.connections.remove(id);
      });
      // Also clears the queue of the log, which would be written otherwise.
      await deps.log.clear();
      await eraseData(db);
      for (const name of [UPGRADE_DATABASE, CHECK_DATABASE]) await stored(() => Dexie.delete(name));
      await browser.storage.local.clear();
      await browser.storage.session.clear();
    },

    async restorePart(part, keepsPrompts) {
      const whole = joinPart(part);
      if (whole === null) return null;
      // Imports the reader dynamically, so that its schemas are built with the first restore and not at each start of
      // the worker.
      const { readBackup } = await import('./read-archive');
      const { foreignRows, restoreOffer } = await import('./foreign-rows');
      const rows = await readBackup(whole);
      if (keepsPrompts !== null) {
        const foreign = foreignRows(rows, keepsPrompts, deps.ids.newId);
        return { rows: await restoreRows(db, foreign, eachPercent(deps.onChats)) };
      }
      await stored(() => assertReplaceable(db));
      return restoreOffer(rows);
    },
  };
}

/** Deletes all checkpoints but the first of each chat, which is a snapshot and therefore needs no others. */
function freeCheckpoints(db: StewardDatabase, busy: ReadonlySet<string>): Promise<number> {
  return stored(() =>
    db.checkpoints.filter(({ sequence, chatId }) => sequence > 0 && !busy.has(chatId)).delete(),
  );
}
