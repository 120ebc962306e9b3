import { assertNever } from '../../../assert-never';
import type { AddOutcome } from '../../state/add-rules';
import { quoted } from './quoted';

/** A message at a field. `refused` is emphasized. */
export interface FieldMessage {
  tone: 'done' | 'refused';
  text: string;
}

/**
 * The outcomes of entered patterns as messages. A rule that was simply added needs none, since it appears in
 * the list.
 */
export function outcomeMessages(outcomes: readonly AddOutcome[]): FieldMessage[] {
  return outcomes.flatMap((outcome): FieldMessage[] => {
    const { pattern } = outcome;
    switch (outcome.kind) {
      case 'added':
        return outcome.replaced.length === 0
          ? []
          : [{ tone: 'done', text: `“${pattern}” replaces ${quoted(outcome.replaced)}, which it covers.` }];
      case 'covered':
        return [{ tone: 'refused', text: `Not added: “${pattern}” is already covered by “${outcome.by}”.` }];
      case 'duplicate':
        return [{ tone: 'refused', text: `Not added: “${pattern}” is already in the list.` }];
      case 'invalid':
        return [{ tone: 'refused', text: `Not added: ${outcome.problem}` }];
      default:
        return assertNever(outcome);
    }
  });
}
