import { isStewardError } from '@/src/core/errors';
import { joinTexts } from '@/src/core/text/join-texts';
import type { CommandOf } from '@/src/messages/commands';
import type { DetachedPlace } from '@/src/messages/detached-panel';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import type { ImageReadings } from '@/src/panel/composer/images/use-composer-images';
import { sendCommand, sendUnlessTaken } from '@/src/panel/data/send-command';
import { useInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { pageElsewhereError } from '@/src/panel/header/is-page-elsewhere';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusMessageField, focusMessageFieldIfLost } from '@/src/panel/kit/focus';
import { query } from '../data/stored-data';
import { type NewChat, useNewChat } from './use-new-chat';
import type { PanelConnections } from './use-panel-connections';
import type { SendGate } from './use-send-gate';
import type { Sheets } from './use-sheets';

/** Actions on chats that several parts of the panel offer. */
export interface ChatActions extends Omit<NewChat, 'targetChat'> {
  show(chatId: string): void;
  /**
   * Sends the composer's message to the shown chat, or to the one that is being opened; resolves to true if the message was accepted.
   * `questionId`: the question of the shown chat that the message answers; null if it answers none.
   */
  send(text: string, imageIds: string[], questionId: string | null): Promise<boolean>;
  /** Answers the assistant's question with this id; resolves to true if the answer was accepted. */
  answer(questionId: string, text: string): Promise<boolean>;
  chooseModel(connectionId: string, model: string): Promise<boolean>;
  /**
   * Lists the models of a connection. If the chat has no model yet, it then uses `model`, the one that answered the connection's test; null
   * if none did.
   */
  adoptConnection(connectionId: string, model: string | null): void;
  /** Opens the chat in a detached panel. Rejects with a StewardError. */
  detach(place: DetachedPlace): Promise<void>;
  /** Adds a text to the composer, which gets the focus. */
  ask(text: string): void;
  /** Sends a suggested message, as a rehearsal or as it is; resolves to true if it was accepted. */
  suggest(text: string, isRehearsal: boolean): Promise<boolean>;
  /**
   * Shows the chat's stored composer text after a rollback changed it. `text`: the text that the rollback moved to the composer; null if it
   * moved none. Focuses the message field if no element has the focus.
   */
  takeBack(text: string | null): void;
}

interface ChatActionParts {
  composerText: ComposerText;
  imageReadings: ImageReadings;
  sheets: Sheets;
  gate: SendGate;
  connections: PanelConnections;
}

export function useChatActions(parts: ChatActionParts): ChatActions {
  const { composerText, imageReadings, sheets, gate, connections } = parts;
  const { chatId, show } = useShownChat();
  const { perform } = useCommands();
  const inChat = useInChat();
  const { targetChat, ...newChat } = useNewChat({ composerText, imageReadings, sheets });
  const inTargetChat = async (work: (id: string) => Promise<unknown>) => {
    if (chatId === null) return false;
    const target = targetChat(chatId);
    // If no chat can be opened, `work` rejects with the reason, and the error belongs to the shown chat.
    return perform(async () => work(await target), await target.catch(() => chatId));
  };
  const send = (text: string, questionId: string | null, more: Omit<Sent, 'questionId'>) =>
    inTargetChat(async (id) => {
      const problem = gate.problem();
      if (problem !== null) throw problem;
      await sendText(id, text, { ...more, ...(id === chatId ? { questionId } : {}) });
    });
  const chooseModel = (connectionId: string, model: string) =>
    inTargetChat((id) => sendCommand({ type: 'choose-model', chatId: id, choice: { connectionId, model } }));
  return {
    ...newChat,
    show(id) {
      show(id);
      focusMessageField();
    },
    send: (text, imageIds, questionId) =>
      send(text, questionId, { isFromComposer: true, ...(imageIds.length === 0 ? {} : { imageIds }) }),
    answer: (questionId, text) =>
      inChat(async (id) => {
        if (gate.isElsewhere) throw pageElsewhereError();
        await sendText(id, text, { questionId });
      }),
    chooseModel,
    adoptConnection(connectionId, model) {
      connections.inUse.use(connectionId);
      if (model !== null && !connections.isModelChosen) void chooseModel(connectionId, model);
    },
    async detach(place) {
      if (chatId === null) return;
      // Stored first, since the detached panel opens with the text that the user has typed here.
      composerText.flush();
      await sendCommand({ type: 'detach-panel', chatId, place });
    },
    ask(text) {
      composerText.setText(joinTexts(composerText.getText(), text));
      focusMessageField();
    },
    suggest(text, isRehearsal) {
      focusMessageField();
      return send(text, null, isRehearsal ? { isRehearsal } : {});
    },
    takeBack(text) {
      if (chatId !== null) void composerText.takeIn(chatId, text, 'before');
      focusMessageFieldIfLost();
    },
  };
}

/** A message without its chat and its text. */
type Sent = Omit<CommandOf<'send-message'>, 'type' | 'chatId' | 'text'>;

/**
 * Sends a user's message. Rejects like {@link sendCommand}, with one exception: if the background ended before its reply but has stored the
 * message, it resolves. Otherwise the panel would keep the text, and the user would send it twice.
 */
export async function sendText(chatId: string, text: string, more: Sent): Promise<void> {
  const startedAtMs = Date.now();
  const isTaken = () => query(({ hasTaken }) => hasTaken(chatId, text, startedAtMs));
  try {
    await sendUnlessTaken({ type: 'send-message', chatId, text, ...more }, isTaken);
  } catch (error) {
    const isUnanswered = isStewardError(error) && error.code === 'protocol';
    if (!isUnanswered || !(await isTaken())) throw error;
  }
}
