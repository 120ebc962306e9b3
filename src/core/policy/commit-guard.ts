import type { AssistantMessage, Message } from '@/src/schema/message';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { pageHashesOf } from '../adapter/page-hashes';
import { currentMessages } from '../history/current-messages';
import type { MessageJournal } from '../ports/message-journal';
import type { PageReading } from '../ports/page-port';
import { type ChatRecord, currentRun } from '../records/record-access';
import { SAVED_CHANGED } from '../records/tool-result';

/**
 * True if a commit needs the user's approval even though the policy allows its tool: if it would replace a saved state that
 * others saved after the run began; and after a commit that was refused because others had saved, until a later commit
 * succeeds. The user has to see what would be replaced.
 */
export async function mustApproveCommit(
  { journal }: { journal: Pick<MessageJournal, 'executionsOf' | 'messagesFrom'> },
  adapter: AdapterDefinition,
  record: ChatRecord,
  response: Pick<AssistantMessage, 'position'>,
  reading: PageReading,
): Promise<boolean> {
  const run = currentRun(record);
  // An earlier call of the response may have been a commit.
  const messages = await currentMessages(journal, record, response.position);
  if (isRefusalOpen(adapter, messages)) return true;
  let known = run.savedHash ?? null;
  const responses = messages.filter((message) => message.role === 'assistant' && message.runId === run.id);
  for (const { id } of responses) {
    for (const { effect, leftSavedHash = null } of await journal.executionsOf(id)) {
      if (effect === 'commit' && leftSavedHash !== null) known = leftSavedHash;
    }
  }
  return known !== pageHashesOf(adapter, reading.context).savedHash;
}

/** True if a commit was refused because others had saved, and no commit has succeeded since. Messages that a rollback set aside count, too. */
function isRefusalOpen(adapter: AdapterDefinition, messages: readonly Message[]): boolean {
  const commits = adapter.tools.filter(({ effect }) => effect === 'commit').map(({ name }) => name);
  const results = messages.flatMap((message) =>
    message.role === 'tool' && commits.includes(message.name) ? [message.result] : [],
  );
  const refused = results.findLastIndex(({ error_code: code }) => code === SAVED_CHANGED);
  return refused > results.findLastIndex(({ success }) => success);
}
