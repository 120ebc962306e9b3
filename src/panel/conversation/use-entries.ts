import { useMemo } from 'react';
import { isActive } from '@/src/core/records/transition';
import { useStable } from '@/src/panel/kit/use-stable';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { AssistantMessage, Message, UserMessage } from '@/src/schema/message';
import type { ChatView, MessageBatch } from '@/src/store/queries';
import {
  type AroundEntry,
  aroundEntries,
  type CheckpointActions,
} from './checkpoints/conversation-checkpoints';
import { storedEvents } from './convert-message-to-events';
import type { RenderEvent } from './render-event';

/** A message of the user or an answer, at which the chat can branch. */
export type SpokenMessage = UserMessage | AssistantMessage;

/** Stored entries that are shown; messages and elements for checkpoints, by the key of the entry that they are shown at. */
export interface StoredEntries {
  items: readonly RenderEvent[];
  /** Messages by the key of their last item. */
  messages: ReadonlyMap<string, SpokenMessage>;
  around: ReadonlyMap<string, AroundEntry>;
}

/**
 * Converts stored messages to entries. The fields of the result stay the same objects until the messages, the run or the
 * checkpoints change.
 */
export function useEntries(
  view: ChatView,
  batch: MessageBatch,
  checkpoints: readonly CheckpointEntry[],
  actions: CheckpointActions,
): StoredEntries {
  const { run } = view;
  const chatId = view.chat.id;
  const { rollbacks } = view.landmarks;
  const isBusy = run !== null && isActive(run.status);
  const items = useMemo(() => storedEvents({ ...batch, run }), [batch, run]);
  const messages = useMemo(() => messagesAtItems(batch.messages, items), [batch.messages, items]);
  const onOpen = useStable(actions.onOpen);
  const onReversed = useStable(actions.onReversed);
  const around = useMemo(
    () => aroundEntries({ chatId, checkpoints, rollbacks, items, isBusy }, { onOpen, onReversed }),
    [chatId, checkpoints, rollbacks, items, isBusy, onOpen, onReversed],
  );
  return { items, messages, around };
}

function messagesAtItems(
  messages: readonly Message[],
  items: readonly RenderEvent[],
): ReadonlyMap<string, SpokenMessage> {
  // Keys begin with the id of their message, see convert-message-to-events.
  const lastKeys = new Map(items.map(({ key }) => [key.split(':')[0], key]));
  return new Map(
    messages.flatMap((message) => {
      const key = lastKeys.get(message.id);
      const isSpoken = message.role === 'user' || message.role === 'assistant';
      return isSpoken && key !== undefined ? [[key, message] as const] : [];
    }),
  );
}
