import type { Chat } from '@/src/schema/chat';
import type { CallDryRun, ChangePreview, DryRunRequest } from '@/src/schema/dry-run';
import { say, sentences } from '@/src/schema/values/said';
import { SEND_MESSAGE } from '../records/chat-message';
import { english } from '../text/english';
import type { NamedChat } from '../tools/message-results';
import { type MessageArguments, messageArguments } from '../tools/send-message';
import type { DryRunPort } from './dry-run-port';
import { messageTarget, type TargetJournal } from './message-target';
import { missingDryRun, NO_CHANGE } from './plain-dry-run';

/** Computes the dry runs of messages to other chats, which need no page. `pages` computes those of all other calls. */
export function withMessages(pages: DryRunPort, journal: TargetJournal): DryRunPort {
  return {
    async run(chat, calls, signal) {
      const result = await pages.run(chat, calls.filter(isOfPage), signal);
      const messages = await Promise.all(
        calls.filter((call) => !isOfPage(call)).map((call) => dryRunMessage(journal, chat, call)),
      );
      if (messages.length === 0) return result;
      const all = [...result.dryRun.calls, ...messages];
      const inOrder = calls.map(
        (call) => all.find(({ executionId }) => executionId === call.executionId) ?? missing(call),
      );
      const hasChanges = messages.length < calls.length;
      const previews = messages.flatMap((message) => (message.kind === 'change' ? [message.preview] : []));
      const net = together(hasChanges ? [result.dryRun.net, ...previews] : previews);
      return { ...result, dryRun: { ...result.dryRun, calls: inOrder, net } };
    },
  };
}

/** Id of the chat that the message goes to, as its dry run found it. */
export function targetOf({ step }: Extract<CallDryRun, { kind: 'change' }>): string {
  return String(step.to);
}

function isOfPage({ tool }: DryRunRequest): boolean {
  return tool !== SEND_MESSAGE;
}

async function dryRunMessage(journal: TargetJournal, chat: Chat, call: DryRunRequest): Promise<CallDryRun> {
  const { executionId, args } = call;
  const base = { executionId, args, rows: [], stateHashBefore: null, savedHashBefore: null };
  const message = messageArguments(args);
  const target = await messageTarget(journal, chat, message);
  if (target.kind === 'refused') return { ...base, kind: 'failure', result: target.result };
  const step = { to: target.chat.id, message: message.message, wait: message.wait };
  return { ...base, kind: 'change', preview: previewOf(target.chat, message), step, after: null };
}

function previewOf({ title }: NamedChat, { message, wait }: MessageArguments): ChangePreview {
  return {
    ...NO_CHANGE,
    summary: say(wait ? 'said.dryRun.sendsAndWaits' : 'said.dryRun.sends', { title }),
    quoted: message,
    warning: say('said.dryRun.messageNotTakenBack'),
    notes: [
      {
        topic: 'others',
        text: say('said.dryRun.otherAssistant'),
      },
    ],
  };
}

/** The effects of several calls in one preview. It quotes no message: each one is shown with its own call. */
function together(previews: readonly ChangePreview[]): ChangePreview {
  const [first, ...others] = previews;
  if (first === undefined) return NO_CHANGE;
  if (others.length === 0) return first;
  const warning = sentences(...previews.flatMap(({ warning }) => warning ?? []));
  return {
    summary: sentences(...previews.map(({ summary }) => summary)),
    ...(warning === '' ? {} : { warning }),
    effects: previews.flatMap(({ effects }) => effects),
    unchanged: first.unchanged,
    differences: previews.flatMap(({ differences }) => differences),
    notes: uniqueNotes(previews),
  };
}

function uniqueNotes(previews: readonly ChangePreview[]): ChangePreview['notes'] {
  return [
    ...new Map(previews.flatMap(({ notes }) => notes).map((note) => [english(note.text), note])).values(),
  ];
}

function missing({ tool }: DryRunRequest): never {
  throw missingDryRun(tool);
}
