import { hasEnded } from '@/src/core/records/transition';
import { MAX_SELECTION_LENGTH } from '@/src/messages/channels';
import { readTextFile } from '@/src/panel/composer/images/read-text-file';
import { choicesFor, decideApproval, pendingApproval, previewChoices } from '@/tests/world/approvals';
import type { StewardInMemory } from '@/tests/world/steward-in-memory';
import type { Batch } from './batch';

/** Number of approval requests of one run that the user answers before stopping it. */
const MAX_ANSWERS = 6;

/**
 * Simulates the user of a batch, who sends a message, answers approval requests as their behaviour says,
 * sends another message if the page was changed by hand, and stops what is still running. Returns the ids of
 * the calls that they approved.
 */
export async function actAsUser(steward: StewardInMemory, batch: Batch): Promise<Set<string>> {
  const approved = new Set<string>();
  await steward.command({ type: 'list-models', connectionId: steward.connectionId });
  const { changesByHand, quotation, file, savedPrompt, sentPrompt } = batch.setting;
  for (const [name, text] of [
    [savedPrompt, savedPrompt],
    ['To be sent', sentPrompt],
  ] as const)
    if (text !== '') await storePrompt(steward, name, text);
  if (quotation !== '') {
    const quotations = [
      { mention: '@quote:q1', text: quotation, page: `${quotation.slice(0, 200)} · http://a.test` },
    ];
    await steward.db.chats.update(steward.chatId, { quotations });
  }
  const asked = quotation === '' ? '' : ' What does @quote:q1 say?';
  const attached = file === '' ? '' : ` What is in ${await attach(steward, file)}?`;
  await converse(steward, batch, `Which models are hidden?${asked}${attached}`, approved);
  if (sentPrompt !== '') {
    const stored = await steward.db.savedPrompts.get('To be sent');
    await converse(steward, batch, stored?.text ?? '', approved);
  }
  if (changesByHand.length > 0) {
    steward.page.fake.change((state) => {
      for (const change of changesByHand) change(state);
    });
    await converse(steward, batch, 'And now?', approved);
  }
  return approved;
}

/** Stores a prompt with these texts, as far as a prompt may have them. */
async function storePrompt({ command }: StewardInMemory, name: string, text: string): Promise<void> {
  const prompt = { name: name.replace(/\s+/g, ' ').slice(0, 40), text: text.slice(0, 10_000) };
  await command({ type: 'store-saved-prompt', ...prompt, replaces: null });
}

/** Attaches a file with this text and this name, as the panel does. Returns its mention. */
async function attach({ command, chatId }: StewardInMemory, text: string): Promise<string> {
  const file = await readTextFile(new File([text.slice(0, MAX_SELECTION_LENGTH / 2)], text.slice(0, 200)));
  return (await command({ type: 'quote-file', chatId, ...file })).mention;
}

async function converse(
  steward: StewardInMemory,
  batch: Batch,
  text: string,
  approved: Set<string>,
): Promise<void> {
  const { chatId } = steward;
  let run = await steward.say(text);
  if (run.status.state === 'waiting-for-system-input' && run.status.outcome === 'error') {
    await steward.command({ type: 'control-run', chatId, action: 'retry' });
    run = await steward.settled();
  }
  for (let count = 0; count < MAX_ANSWERS && run.status.state === 'waiting-for-approval'; count += 1) {
    if (batch.user === 'is away' || !(await answerApproval(steward, batch, approved))) break;
    run = await steward.settled();
  }
  if (!hasEnded(run.status)) {
    await steward.command({ type: 'control-run', chatId, action: 'stop' });
    await steward.settled();
  }
}

/** Answers the pending approval request; returns false if there is none any more. */
async function answerApproval(
  steward: StewardInMemory,
  { user }: Batch,
  approved: Set<string>,
): Promise<boolean> {
  const approval = await pendingApproval(steward);
  if (approval === undefined) return false;
  const open = approval.calls.filter(({ isAsked, decision }) => isAsked && decision === null);
  const approves = user === 'approves the first' && approved.size === 0 ? 1 : 0;
  const choices = [
    ...choicesFor(open.slice(0, approves)),
    ...choicesFor(open.slice(approves), { verdict: 'reject', note: 'No.' }),
  ];
  const { digest } = await previewChoices(steward, approval.id, choices);
  for (const { executionId, verdict } of choices) if (verdict === 'approve') approved.add(executionId);
  await decideApproval(steward, { approvalId: approval.id, digest, choices });
  return true;
}
