import type { Phrase } from './phrase';
import { withoutPoliteness } from './politeness';

const SWITCH =
  /^(?:(?:switch|change|go|move|jump)(?: over)?(?: the)?(?: (?:provider|page|view))? (?:to|over to) (?:the )?(?:provider )?(\S+?)(?:'s)?(?: provider| page| models)?|(?:open|select|choose|pick|view) (?:the )?(?:provider (\S+)|(\S+) provider))$/;
const PROVIDERS =
  /^(?:(?:what|which|list|show|name|how many|tell)(?: (?:me|are|all|the|of|other|my|our))* )providers?(?: (?:are there|do (?:i|we|you) have|exist|can (?:i|you) .*|there are))?$/;

/** Reads a clause in which the name of a provider, or the word, is what it is about and not where something is to be done. */
export function readPlacePhrase(clause: string): Phrase | null {
  const text = withoutPoliteness(clause);
  const [matched, ...names] = SWITCH.exec(text) ?? [];
  const provider = names.find((name) => name !== undefined);
  if (matched !== undefined && provider !== undefined && provider !== 'all')
    return { kind: 'switch', provider };
  return PROVIDERS.test(text) ? { kind: 'status', topic: 'providers', rest: '' } : null;
}
