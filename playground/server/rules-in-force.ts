import type { EnvFile } from './env-file';
import { type Filters, readFilters } from './saved-rules';

/** The rules that apply to the model list. */
export interface RulesInForce {
  /** True if saved rules take effect only after a restart. */
  needRestart: boolean;
  /** Reads these rules. Rejects with EnvFileError. */
  read(): Promise<Filters>;
}

/** Creates the rules in force: the current rules of the file, or those at the start if they apply until a restart. */
export function createRulesInForce(envFile: EnvFile, rulesAtStart: Filters | null): RulesInForce {
  if (rulesAtStart !== null) return { needRestart: true, read: async () => rulesAtStart };
  return { needRestart: false, read: async () => readFilters(await envFile.read()) };
}
