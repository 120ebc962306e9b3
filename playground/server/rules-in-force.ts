import type { EnvFile } from './env-file';
import { type Filters, readFilters } from './saved-rules';

/** The rules that the model list and the chats go by. */
export interface RulesInForce {
  /** Whether rules that are saved now take effect at the next start only. */
  needRestart: boolean;
  /** Rejects with EnvFileError. */
  read(): Promise<Filters>;
}

/** The rules in the file, read anew each time; or, if there are any from the start, those for good. */
export function createRulesInForce(envFile: EnvFile, rulesAtStart: Filters | null): RulesInForce {
  if (rulesAtStart !== null) return { needRestart: true, read: async () => rulesAtStart };
  return { needRestart: false, read: async () => readFilters(await envFile.read()) };
}
