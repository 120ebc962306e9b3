import type { RuleKind } from '../filter/decide';
import type { Courtesy, Shown, Topic } from './intent';

/** What a clause asks for, with the words that name its models (or rules) still unread. */
export type Phrase =
  | { kind: 'block' | 'allow' | 'unblock' | 'only' | 'match' | 'explain' | 'details'; rest: string }
  | { kind: 'remove-rules'; rest: string; list: RuleKind | null; isPlural: boolean; saysRule: boolean }
  | { kind: 'status'; topic: Topic; rest: string }
  | { kind: 'courtesy'; courtesy: Courtesy }
  | { kind: 'preview'; list: RuleKind; rest: string }
  | { kind: 'list'; show: Shown; isByRule: boolean; rest: string }
  | { kind: 'switch'; provider: string }
  | { kind: 'next-page' | 'refresh' | 'compare' | 'save' | 'discard' | 'undo' | 'help' };

/** Alternatives for regular expressions: the words of this small language that more than one rule of it needs. */
export const WORDS = {
  block:
    '(?:block|hide|ignore|disable|exclude|filter(?: out)?|ban|deny|forbid|blacklist|blocklist|suppress|turn off|switch off)',
  blocking: '(?:blocking|hiding|ignoring|disabling|excluding|filtering(?: out)?|banning|suppressing)',
  allow:
    '(?:allow|permit|show|keep|whitelist|allowlist|offer|let (?:clients |people |users |everyone )?(?:use|see|have))',
  /** As it stands in a question about what would be: "if I blocked". */
  wouldBlock:
    '(?:block(?:ed)?|hide|hid|ignored?|disabled?|excluded?|filter(?:ed)?(?: out)?|bann?(?:ed)?|suppress(?:ed)?)',
  wouldAllow: '(?:allow(?:ed)?|permit(?:ted)?|whitelist(?:ed)?|keep|kept|unblock(?:ed)?)',
  allowing: '(?:allowing|permitting|whitelisting|keeping|unblocking)',
  hidden: '(?:hidden|blocked|ignored|invisible|unavailable|disabled|excluded|filtered(?: out)?)',
  visible: '(?:visible|available|allowed|shown|enabled|whitelisted|unblocked)',
  not: "(?:do not|don't|dont|never|no longer)",
  ignoreList: '(?:ignore|block|deny|black)[- ]?(?:list|rules?)',
  whitelist: '(?:white|allow)[- ]?(?:list|rules?)',
  rules: '(?:rules?|patterns?|filters?)',
} as const;

/** Whether a text holds one of these alternatives as whole words. */
export function says(alternatives: string, text: string): boolean {
  return new RegExp(`(?:^|\\s)(?:${alternatives})(?=\\s|$)`).test(text);
}
