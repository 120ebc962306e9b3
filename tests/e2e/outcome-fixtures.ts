import type { FilterPage } from '@/tests/drive/filter-page';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { type ApprovalScenario, test as base, type Call, CONCLUSION } from './approval-fixtures';
import { expect, type OpenPanel } from './fixtures';
import { gate } from './gate';
import { createPageFaults, type PageFaults } from './page-faults';
import { readTable } from './read-table';

export { ignoreRules } from './approval-fixtures';
export { CONCLUSION, expect };

/** Tag of the tests of late or missing answers, and of changes by others during a run. */
export const OUTCOME = { tag: '@outcome' };

export const HIDE_AUDIO: Call = ['add_ignore_rule', { pattern: '*audio*' }];
export const HIDE_VISION: Call = ['add_ignore_rule', { pattern: '*vision*' }];

/** A response with that call. */
export const ADD_AUDIO_RESPONSE = calls('add_ignore_rule', '{"pattern":"*audio*"}');

/** Time limit for Stop, including the panel's update. */
const STOP_LIMIT_MS = 1_500;

export const test = base.extend<{ faults: PageFaults }>({
  faults: async ({ filterPage }, use) => use(await createPageFaults(filterPage.page)),
});

/**
 * Holds the model's next response until the returned function is called; the model then concludes, or
 * continues with `rest`.
 */
export function holdResponse(
  endpoint: ChangingEndpoint,
  response: ChatAnswer,
  rest: readonly ChatAnswer[] = [says(CONCLUSION)],
): () => void {
  const { opened, open } = gate();
  endpoint.behave(inTurn(thinksUntil(opened, response), ...rest));
  return open;
}

/** A run that adds the rule `*audio*` and ends. */
export async function hideAudio({ panel, modelWill }: ApprovalScenario): Promise<void> {
  modelWill([HIDE_AUDIO]);
  await panel.converse('Hide audio', CONCLUSION);
}

/** The user adds an ignore rule on the page. */
export async function addRuleByHand(filterPage: FilterPage, pattern: string): Promise<void> {
  await filterPage.addIgnoreRule(pattern);
  await expect(filterPage.ignoreRule(pattern)).toBeVisible();
}

/** Opens the checkpoints, and chooses the one before the model added a rule. */
export async function chooseBeforeRule(panel: OpenPanel): Promise<void> {
  await panel.openCheckpoints();
  await panel.chooseCheckpoint('Hide *');
}

/**
 * Sends one more message, so that its request reports the changes since the last one (see {@link
 * reportedChanges}).
 */
export async function askForChanges(panel: OpenPanel, endpoint: ChangingEndpoint): Promise<void> {
  endpoint.behave(says('Nothing.'));
  await panel.ask('What did I change?');
  await panel.finished();
}

/**
 * Clicks Stop, and fails unless the panel shows in time that the run has stopped. The time is measured in the panel, so that it excludes the
 * driver's own delays.
 */
export async function stopInTime(panel: OpenPanel): Promise<void> {
  const stopping = await panel.page.evaluateHandle(() => {
    const count = () => document.evaluate('count(//*[text()="Stopped."])', document).numberValue;
    const before = count();
    const tookMs = new Promise<number>((resolve) => {
      const onClick = ({ timeStamp }: MouseEvent) => {
        new MutationObserver((_, observer) => {
          if (count() === before) return;
          observer.disconnect();
          resolve(performance.now() - timeStamp);
        }).observe(document, { childList: true, subtree: true, characterData: true });
      };
      addEventListener('click', onClick, { capture: true, once: true });
    });
    // Returned inside an object: `evaluateHandle` waits for a promise that is returned by itself.
    return { tookMs };
  });
  await panel.stop();
  expect(await stopping.evaluate(({ tookMs }) => tookMs)).toBeLessThanOrEqual(STOP_LIMIT_MS);
}

/** The fields of an audit row that these tests read. */
export interface AuditRow {
  action: string;
  subject: string;
  success: boolean;
  errorCode: string | null;
  stateHashBefore: string | null;
  stateHashAfter: string | null;
}

/** The audit journal, oldest first. */
export async function auditRows(panel: OpenPanel): Promise<AuditRow[]> {
  const rows = (await readTable(panel.page, 'audit')) as unknown as (AuditRow & { sequence: number })[];
  return rows.sort((a, b) => a.sequence - b.sequence);
}

/** A change as a request reports it. */
interface ReportedChange {
  pattern: unknown;
  /** The maker, e.g. `the user`. */
  by: unknown;
}

/**
 * The changes that a request reports after the model's last answer. `at`: index of the request, -1 for the
 * last one. An entry without `by` was made by the user in a message of the user, and by the calls at the end
 * of a round of calls (docs/page-context.md).
 */
export function reportedChanges(endpoint: ChangingEndpoint, at = -1): ReportedChange[] {
  const messages = endpoint.chats().at(at)?.body.messages ?? [];
  const newest = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const text = newest.map(({ content }) => content ?? '').join('\n');
  const blocks = text.matchAll(/<(changes-since-last-message|page-changes) [^>]*>\n([\s\S]*?)\n<\/\1/g);
  return [...blocks].flatMap(([, tag, lines = '']) =>
    lines.split('\n').map((line) => {
      const { pattern, by } = JSON.parse(line.slice(line.indexOf('{')));
      return { pattern, by: by ?? (tag === 'page-changes' ? 'the assistant' : 'the user') };
    }),
  );
}
