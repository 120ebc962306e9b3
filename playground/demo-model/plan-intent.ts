import { assertNever } from '../assert-never';
import { COURTESIES, HELP, UNDO } from './fixed-answers';
import type { Intent } from './intent';
import { planAllow, planBlock, planOnly } from './plan-filtering';
import { callItem, type PlanContext, type PlanItem, problem } from './plan-item';
import { planDetails, planExplain, planMatch, planStatus } from './plan-questions';
import { planRemoval } from './plan-removal';
import { planUnblock } from './plan-unblock';
import { plain } from './sentence';

/** What is to be done about one intent, on the page as it was when the message was written. */
export function planIntent(intent: Intent, context: PlanContext): PlanItem[] {
  switch (intent.kind) {
    case 'block':
      return planBlock(intent.targets, intent.except, context);
    case 'allow':
      return planAllow(intent.targets, context);
    case 'unblock':
      return planUnblock(intent.targets, context);
    case 'only':
      return planOnly(intent.targets, context);
    case 'remove-rules':
      return planRemoval(intent, context);
    case 'match':
      return planMatch(intent.targets, context);
    case 'explain':
      return planExplain(intent.targets, context);
    case 'details':
      return planDetails(intent.targets, context);
    case 'status':
      return planStatus(intent.topic, intent.targets, context);
    case 'save':
      return [callItem('save_changes', {}, 'The changes are to be saved to the file.')];
    case 'discard':
      return [callItem('discard_changes', {}, 'The unsaved changes are to be discarded.')];
    case 'undo':
      return [says(UNDO)];
    case 'help':
      return [says(HELP)];
    case 'courtesy':
      return [says(COURTESIES[intent.courtesy])];
    case 'unclear':
      return [
        problem(
          `I did not understand "${plain(clip(intent.text))}". I am a small rule-based stand-in; it has to be put plainly, for example "block all preview models", "only allow gpt-4o" or "why is o1-preview hidden?".`,
        ),
      ];
    default:
      return assertNever(intent);
  }
}

const MAX_ECHO = 120;

function clip(text: string): string {
  return text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text;
}

function says(text: string): PlanItem {
  return { kind: 'answer', text: () => text };
}
