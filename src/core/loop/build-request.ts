import { adapterFor, toolsFor } from '../adapter/adapter-of-chat';
import { promptOfChat } from '../adapter/prompt-of-chat';
import { type BuiltMessages, buildMessagesForApi } from '../history/build-messages-for-api';
import { readAndComparePage } from '../page-history/compare-page';
import { unreportedWithOwn } from '../page-history/unreported-changes';
import type { SystemPrompt } from '../prompts/system-prompt';
import type { RequestTarget } from '../records/endpoint';
import { type ChatRecord, currentRun } from '../records/record-access';
import type { LoopDeps } from './agent-loop';
import { renewPage } from './renew-page';
import { emitUpdate, type ReportedRecord } from './report-page-changes';

/** The content of a run's request, with the record that it was built from. */
interface BuiltRequest extends ReportedRecord {
  prompt: SystemPrompt;
  built: BuiltMessages;
}

/**
 * Builds the content of a run's next request. If a summary, trimming or tool memory would leave out a change of the page, or the
 * run has no state of its page because its chat was copied, the page's state is first added to the record again: otherwise the
 * model would make the same change twice. Rejects with `over-budget`, `page-gone`, `storage`, and with the signal's reason.
 */
export async function buildRequest(
  deps: LoopDeps,
  { record: given, update }: ReportedRecord,
  to: RequestTarget,
  signal: AbortSignal,
): Promise<BuiltRequest> {
  const { chat } = given;
  const tools = toolsFor(chat, deps.adapters);
  const traits = { ...(await deps.endpoints.traitsOf(chat)), ...to };
  const build = (record: ChatRecord) => {
    const prompt = promptOfChat(chat, deps.adapters, record.run);
    const built = buildMessagesForApi({ record, systemPrompt: prompt.text, tools }, traits, false);
    return { record, prompt, built };
  };
  const request = build(given);
  if (request.built.isPageShown) return { ...request, update };
  if (update !== null) {
    await deps.journal.storePageUpdate(update);
    emitUpdate(deps, currentRun(given), update);
  }
  return { ...build(await showPage(deps, given, signal)), update: null };
}

async function showPage(deps: LoopDeps, record: ChatRecord, signal: AbortSignal): Promise<ChatRecord> {
  const { chat } = record;
  const run = currentRun(record);
  const found = await readAndComparePage(deps, chat, signal);
  const changes = unreportedWithOwn(adapterFor(chat, deps.adapters), chat, found);
  const renewed = await renewPage(deps, record, run, found, { text: SHOWN_AGAIN, changes }, signal);
  await deps.journal.updateRun(run.id, renewed, {});
  return deps.journal.load(chat.id);
}

const SHOWN_AGAIN = 'Earlier messages are left out. The page is as shown here.';
