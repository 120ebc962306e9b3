import type { RuleKind } from '../filter/decide';

/**
 * Which models a request means. `pattern`: given as it is, by quotes or wildcard characters. `phrase`: words to look
 * for in the names; `isFamily` when the wording asks for more than one model ("all gpt-4", "gpt-4 models"), `place`
 * when it says where in the name they stand. `unnamed`: nothing that could be looked for ("it", "the models").
 */
export type Target =
  | { kind: 'pattern'; pattern: string }
  | { kind: 'phrase'; words: string[]; isFamily: boolean; place: 'anywhere' | 'start' | 'end' }
  | { kind: 'everything' }
  | { kind: 'unnamed' };

/** What a question about the page is about. */
export type Topic = 'hidden' | 'visible' | 'rules' | 'unsaved' | 'overview';

/** What to say where nothing is to be done. */
export type Courtesy = 'greeting' | 'thanks' | 'stop' | 'no-save';

/**
 * One thing that a message asks for. `unclear` keeps the words that weren't understood. A removal that doesn't say
 * that it is about rules may be meant for models.
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
  | { kind: 'save' }
  | { kind: 'discard' }
  | { kind: 'undo' }
  | { kind: 'help' }
  | { kind: 'courtesy'; courtesy: Courtesy }
  | { kind: 'unclear'; text: string };
