import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { type Command, commandSchema } from '@/src/messages/commands';
import { ApprovalCard } from '@/src/panel/approval/parts';
import { ChatFoot } from '@/src/panel/shell/chat-foot';
import type { Approval, ApprovalPreview } from '@/src/schema/approval';
import type { PageTool } from '@/src/schema/page-tool';
import type { ChatView } from '@/src/store/queries';
import { appendPanelFrame } from '@/tests/panel/append-panel-frame';
import {
  askedCall,
  changeDryRun,
  changePreview,
  hashOf,
  question,
  questionPreview,
} from '@/tests/panel/approval/approval-requests';
import { textInMemory } from '@/tests/panel/composer/memory-text-store';
import { inShownChat } from '@/tests/panel/in-shown-chat';
import { storedRun } from '@/tests/panel/stored-run';
import { createEvent } from '@/tests/world/event-in-memory';
import { wholeView } from '../../fakes/whole-view';

const CALLS = [
  askedCall('add', 'add_ignore_rule', { pattern: '*-preview*' }),
  askedCall('look', 'switch_provider', { provider: 'openai' }, { isAsked: false }),
  askedCall('save', 'save_changes', {}, { question: 'Write the rules to the proxy’s file?' }),
];

/** A variant of the card: one call or several, on one of the page's states. */
export interface ShownCard {
  isSet: boolean;
  /** Identifies the page's state. */
  page: number;
}

/** The panel's foot with its composer, and a card while an approval request is pending. */
export interface CardStage {
  show(id: number, shown: ShownCard | null): void;
  /** Shows the card of this request about tools that the page offers. */
  ask(approval: Approval, pageTools: readonly PageTool[]): void;
  remove(): void;
}

/** Loads the code of the card, which the panel loads when it is needed. */
export const loadCard = ApprovalCard.load;

/** `onCommand` is called with each command that the panel sends to the background. */
export function createStage(onCommand: (command: Command) => void): CardStage {
  const area = { get: async () => ({}), set: async () => undefined, remove: async () => undefined };
  Object.assign(browser, {
    storage: { local: area, session: area, onChanged: createEvent() },
    runtime: {
      async sendMessage({ command: sent }: { command: unknown }) {
        const command = commandSchema.parse(sent);
        onCommand(command);
        if (command.type === 'quote-selection') return { ok: true, value: { mention: '@quote:a1' } };
        if (command.type !== 'preview-approval') return { ok: true, value: null };
        const left = command.choices.filter(({ verdict }) => verdict === 'approve').length;
        const preview = { ...current, digest: hashOf(String.fromCharCode(97 + left)) };
        return { ok: true, value: { preview, problems: [] } };
      },
    },
  });
  let current: ApprovalPreview = questionPreview([]);
  const place = document.body.appendChild(document.createElement('div'));
  const frame = appendPanelFrame(place);
  const root = createRoot(place.appendChild(document.createElement('div')));
  const composerText = textInMemory();
  const nothing = () => undefined;

  function render(approval: Approval | null, pageTools: readonly PageTool[]): void {
    if (approval !== null) current = approval.preview;
    root.render(
      inShownChat(
        { view: viewOf(approval, pageTools) },
        <ChatFoot
          frame={frame}
          composerText={composerText}
          imageReadings={new Map()}
          gate={{ isElsewhere: false, confirm: () => undefined, problem: () => null }}
          pageCard={null}
          onNewChat={() => undefined}
          onSend={async (text) => {
            onCommand({ type: 'send-message', chatId: 'c', text });
            return true;
          }}
          onOpen={nothing}
        />,
      ),
    );
  }

  return {
    show: (id, shown) => render(shown === null ? null : approvalOf(id, shown), []),
    ask: render,
    remove() {
      root.unmount();
      place.remove();
    },
  };
}

function approvalOf(id: number, { isSet, page }: ShownCard): Approval {
  const calls = isSet ? CALLS : CALLS.slice(-1);
  const dryRuns = calls.map((call) => changeDryRun(call, changePreview(`Does ${call.label}.`)));
  const hash = page.toString(16).padStart(64, '0');
  const preview = questionPreview(dryRuns, { stateHash: hash, digest: hash });
  return { ...question(calls, preview), id: `approval-${id}` };
}

function viewOf(approval: Approval | null, pageTools: readonly PageTool[]): ChatView {
  const run =
    approval === null
      ? storedRun({ state: 'processing' })
      : storedRun({ state: 'waiting-for-approval', approvalId: approval.id });
  return wholeView({
    chat: {
      ...newChat({
        id: 'c',
        title: '',
        atMs: 0,
        binding: null,
        settings: newChatSettings(),
        lastStateHash: null,
      }),
      pageTools: [...pageTools],
    },
    messages: [],
    executions: [],
    run,
    pendingApproval: approval,
  });
}
