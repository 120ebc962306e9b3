import type { Logger, LogWrite } from '@/src/core/logging/log-entry';
import { levelsUpTo } from '@/src/core/logging/log-lines';
import { redact } from '@/src/core/logging/redact';
import { managedSetting } from '@/src/core/policy/under-policy';
import type { Clock } from '@/src/core/ports/clock';
import { EXTENSION_SETTINGS, readSetting } from '@/src/schema/values/extension-settings';
import type { LogLevel } from '@/src/schema/values/log-level';
import type { ManagedPolicy } from '@/src/schema/values/managed-policy';
import type { LogStore } from './log-store';
import { stored } from './storage-error';

const { logLevel: LEVEL } = EXTENSION_SETTINGS;

/** The user's settings and actions for the log. */
export interface LogControl {
  /** Reads the level again, after the organisation's policy changed. */
  follow(): Promise<void>;
  /** Sets the least severe level that is kept. Rejects with `storage`, or `managed` if the organisation sets the level. */
  setLevel(level: LogLevel): Promise<void>;
  /** Deletes all entries. Rejects with `storage`. */
  clear(): Promise<void>;
}

/** The methods of `browser.storage.local` that the level needs. */
export interface LevelArea {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

const CONSOLE_METHODS = { error: 'error', warning: 'warn', info: 'info', debug: 'debug' } as const;

/**
 * Creates the background's logger, which writes to the store and to the console. It removes what looks like a secret
 * from every entry. The default level applies until the stored level is read.
 */
export function createLogger(deps: {
  store: LogStore;
  area: LevelArea;
  /** The organisation's policy; the default level applies until it is read. */
  policy: () => Promise<ManagedPolicy>;
  clock: Clock;
  console: Pick<Console, 'error' | 'warn' | 'info' | 'debug'>;
}): Logger & LogControl {
  const { store } = deps;
  let kept: readonly LogLevel[] = levelsUpTo(LEVEL.default);
  let chosen: LogLevel | null = null;

  /** Reads the level that applies now. */
  async function read(): Promise<void> {
    const [items, { settings }] = await Promise.all([deps.area.get(LEVEL.key), deps.policy()]);
    // The user may have chosen another level meanwhile.
    kept = levelsUpTo(settings.logLevel ?? chosen ?? readSetting(LEVEL, items[LEVEL.key]));
  }

  const writer =
    (level: LogLevel): LogWrite =>
    (topic, message, facts) => {
      if (!kept.includes(level)) return;
      const data = facts?.data ?? null;
      const entry = {
        atMs: deps.clock.now(),
        level,
        topic,
        chatId: facts?.chatId ?? null,
        runId: facts?.runId ?? null,
        message: redact(message, []),
        data: data === null ? null : redact(data, []),
      };
      store.add(entry);
      const words = [
        `[${topic}] ${entry.message}${idsOf(entry)}`,
        ...(entry.data === null ? [] : [entry.data]),
      ];
      deps.console[CONSOLE_METHODS[level]](...words);
    };

  const logger: Logger = {
    keeps: (level) => kept.includes(level),
    error: writer('error'),
    warning: writer('warning'),
    info: writer('info'),
    debug: writer('debug'),
  };

  const follow = () =>
    read().catch((error: unknown) => {
      logger.error('log.level', 'The log’s level can’t be read; the one before applies.', {
        data: { reason: String(error) },
      });
    });
  void follow();

  return {
    ...logger,
    follow,
    async setLevel(level) {
      if ((await deps.policy()).settings.logLevel !== undefined) throw managedSetting();
      await stored(() => deps.area.set({ [LEVEL.key]: level }));
      chosen = level;
      kept = levelsUpTo(level);
      logger.info('log.level', `The log’s level is ${level} now.`);
    },
    clear: () => store.clear(),
  };
}

/** The ids of an entry, for the console; the log in the panel shows them separately. */
function idsOf({ chatId, runId }: { chatId: string | null; runId: string | null }): string {
  const ids = [...(chatId === null ? [] : [`chat ${chatId}`]), ...(runId === null ? [] : [`run ${runId}`])];
  return ids.length === 0 ? '' : ` (${ids.join(', ')})`;
}
