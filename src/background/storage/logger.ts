import { levelsUpTo } from '@/src/core/logging/entry-filter';
import type { Logger, LogWrite } from '@/src/core/logging/log-entry';
import { redact } from '@/src/core/logging/redact';
import type { Clock } from '@/src/core/ports/clock';
import { EXTENSION_SETTINGS, readSetting } from '@/src/schema/values/extension-settings';
import type { LogLevel } from '@/src/schema/values/log-level';
import type { LogStore } from './log-store';
import { stored } from './storage-error';

const { logLevel: LEVEL } = EXTENSION_SETTINGS;

/** The user's settings and actions for the log. */
export interface LogControl {
  /** From now on, keeps entries of at least this level. Rejects with `storage`. */
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
  clock: Clock;
  console: Pick<Console, 'error' | 'warn' | 'info' | 'debug'>;
}): Logger & LogControl {
  const { store } = deps;
  let kept: readonly LogLevel[] = levelsUpTo(LEVEL.default);
  let isChosen = false;

  const keep = (level: LogLevel) => {
    kept = levelsUpTo(level);
  };

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

  deps.area.get(LEVEL.key).then(
    (items) => {
      // The user may have chosen another level meanwhile.
      if (!isChosen) keep(readSetting(LEVEL, items[LEVEL.key]));
    },
    (error: unknown) => {
      logger.error('log.level', 'The log’s level can’t be read; the default applies.', {
        data: { reason: String(error) },
      });
    },
  );

  return {
    ...logger,
    async setLevel(level) {
      await stored(() => deps.area.set({ [LEVEL.key]: level }));
      isChosen = true;
      keep(level);
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
