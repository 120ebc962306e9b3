import { assertNever } from '../assert-never';
import { exampleRequests } from './example-requests';
import { COURTESIES, HELP, UNDO } from './fixed-answers';
import type { Intent } from './intent';
import { planAllow, planBlock, planOnly } from './plan-filtering';
import { answer, callItem, type PlanContext, type PlanItem, problem, wholeCall } from './plan-item';
import { planList, planNextPage, planPreview } from './plan-lists';
import { planFumble, planMatch } from './plan-match';
import { planCompare, planRefresh, planSwitch } from './plan-place';
import { planDetails, planExplain } from './plan-questions';
import { planRemoval } from './plan-removal';
import { planImport } from './plan-rule-lists';
import { planStatus } from './plan-status';
import { planUnblock } from './plan-unblock';
import type { PageSight } from './read-conversation';
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
    case 'preview':
      return planPreview(intent.list, intent.targets, context);
    case 'fumble':
      return planFumble(intent.targets, context);
    case 'list':
      return planList(intent, context);
    case 'next-page':
      return planNextPage(context);
    case 'import':
      return planImport(intent, context);
    case 'switch':
      return planSwitch(intent.provider, context);
    case 'refresh':
      return planRefresh(context);
    case 'compare':
      return planCompare(context);
    case 'save':
      return [wholeCall('save_changes', {}, 'The changes are to be saved to the file.')];
    case 'discard':
      return [callItem(context, 'discard_changes', {}, 'The unsaved changes are to be discarded.')];
    case 'undo':
      return [answer(UNDO)];
    case 'help':
      return [answer(HELP)];
    case 'courtesy':
      return [answer(COURTESIES[intent.courtesy])];
    case 'unclear':
      return [problem(unclearText(intent.text, context.sight))];
    default:
      return assertNever(intent);
  }
}

const MAX_ECHO = 120;

function unclearText(text: string, sight: PageSight): string {
  const shown = text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text;
  const examples = exampleRequests(sight).map((example) => `"${example}"`);
  return `I did not understand "${plain(shown)}", so I did nothing about it. I am a small rule-based stand-in; it has to be put plainly, for example ${examples.slice(0, -1).join(', ')} or ${examples.at(-1)}.`;
}
