import { useMemo } from 'react';
import { useStable } from '@/src/panel/kit/use-stable';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { AssistantMessage, Message, UserMessage } from '@/src/schema/message';
import type { ChatView, MessageBatch, SiteChange } from '@/src/store/queries';
import {
  type AroundEntry,
  aroundEntries,
  type CheckpointActions,
} from './checkpoints/conversation-checkpoints';
import { storedEvents } from './convert-message-to-events';
import { type RenderEvent, withoutTechnical } from './render-event';

/** A message of the user or an answer, at which the chat can branch. */
export type SpokenMessage = UserMessage | AssistantMessage;

/** A message, placed at its last entry. */
export interface PlacedMessage {
  message: SpokenMessage;
  /** True at the user's messages, and at the last answer of each turn unless it is an open question. */
  hasActions: boolean;
  /** True if the message is the first one of an hour. Its time is always shown. */
  opensHour: boolean;
}

/** The stored entries to show, with what belongs to them. */
export interface StoredEntries {
  items: readonly RenderEvent[];
  /** Messages by the key of their last item. */
  messages: ReadonlyMap<string, PlacedMessage>;
  around: ReadonlyMap<string, AroundEntry>;
}

/**
 * Converts stored messages to entries. Each field of the result keeps its identity until its inputs change, so that memoized entries aren't
 * rendered again.
 */
export function useEntries(
  view: ChatView,
  batch: MessageBatch,
  checkpoints: readonly CheckpointEntry[],
  siteChanges: readonly SiteChange[][],
  actions: CheckpointActions,
  showsTechnical: boolean,
): StoredEntries {
  const { run } = view;
  const { rollbacks } = view.landmarks;
  const items = useMemo(() => {
    const all = storedEvents({ ...batch, run });
    return showsTechnical ? all : all.flatMap(withoutTechnical);
  }, [batch, run, showsTechnical]);
  const messages = useMemo(() => messagesAtItems(batch.messages, items), [batch.messages, items]);
  const onOpen = useStable(actions.onOpen);
  const onReversed = useStable(actions.onReversed);
  const around = useMemo(
    () =>
      aroundEntries({ checkpoints, siteChanges, rollbacks, items, showsTechnical }, { onOpen, onReversed }),
    [checkpoints, siteChanges, rollbacks, items, showsTechnical, onOpen, onReversed],
  );
  return { items, messages, around };
}

export function messagesAtItems(
  messages: readonly Message[],
  items: readonly RenderEvent[],
): ReadonlyMap<string, PlacedMessage> {
  // Keys begin with the id of their message, see convert-message-to-events.
  const lastItems = new Map(items.map((item) => [item.key.split(':')[0], item]));
  const placed = new Map<string, PlacedMessage>();
  let answer: PlacedMessage | null = null;
  let lastHour = 0;
  for (const message of messages) {
    const item = lastItems.get(message.id);
    if (item === undefined || (message.role !== 'user' && message.role !== 'assistant')) continue;
    const isOpenQuestion = item.kind === 'question' && item.question.isOpen;
    const hour = new Date(message.createdAtMs).setMinutes(0, 0, 0);
    const spoken: PlacedMessage = { message, hasActions: !isOpenQuestion, opensHour: hour !== lastHour };
    lastHour = hour;
    // The previous answer isn't the last one of its turn.
    if (message.role === 'assistant' && answer !== null) answer.hasActions = false;
    answer = message.role === 'assistant' ? spoken : null;
    placed.set(item.key, spoken);
  }
  return placed;
}
