import type { RuleKind } from '../filter/decide';
import type { Scope } from './scope';

/**
 * Which models a request means. `pattern`: given as it is, by quotes or wildcard characters. `phrase`: words to look
 * for in the names; `isFamily` when the wording asks for more than one model ("all gpt-4", "gpt-4 models"), `place`
 * when it says where in the name they stand. `newest`: by age, one of each family or one in all, among those that
 * carry the words. `unnamed`: nothing that could be looked for ("it", "the models").
 */
export type Target =
  | { kind: 'pattern'; pattern: string }
  | { kind: 'phrase'; words: string[]; isFamily: boolean; place: 'anywhere' | 'start' | 'end' }
  | { kind: 'newest'; among: 'family' | 'all'; words: string[] }
  | { kind: 'everything' }
  | { kind: 'unnamed' };

/** What a question about the page is about. */
export type Topic = 'hidden' | 'visible' | 'rules' | 'unsaved' | 'overview' | 'providers';

/** Which models of a provider a list is to hold. */
export type Shown = 'all' | 'visible' | 'hidden' | 'kept' | 'unmatched';

/** What to say where nothing is to be done. */
export type Courtesy = 'greeting' | 'thanks' | 'stop' | 'no-save';

/**
 * One thing that a message asks for. `unclear` keeps the words that weren't understood. A removal that doesn't say
 * that it is about rules may be meant for models. `fumble` asks what the targets match, with two wrong calls first:
 * it shows what becomes of such calls.
 */
export type Intent =
  | { kind: 'block'; targets: Target[]; except: Target[] }
  | { kind: 'allow'; targets: Target[] }
  | { kind: 'unblock'; targets: Target[] }
  | { kind: 'only'; targets: Target[] }
  | { kind: 'remove-rules'; targets: Target[]; list: RuleKind | null; isPlural: boolean; saysRule: boolean }
  | { kind: 'match'; targets: Target[] }
  | { kind: 'explain'; targets: Target[] }
  | { kind: 'details'; targets: Target[] }
  | { kind: 'status'; topic: Topic; targets: Target[] }
  | { kind: 'preview'; list: RuleKind; targets: Target[] }
  | { kind: 'fumble'; targets: Target[] }
  | { kind: 'list'; show: Shown; isByRule: boolean; targets: Target[] }
  | { kind: 'import'; rules: Partial<Record<RuleKind, string[]>>; mode: 'merge' | 'replace' }
  | { kind: 'switch'; provider: string }
  | { kind: 'next-page' | 'refresh' | 'compare' | 'save' | 'discard' | 'undo' | 'help' }
  | { kind: 'courtesy'; courtesy: Courtesy }
  | { kind: 'unclear'; text: string };

/** An intent with the providers that it is about. `saysAll`: it speaks of all, every or each model. */
export interface Order {
  intent: Intent;
  scope: Scope;
  saysAll: boolean;
}
