import { useMemo, useRef, useState } from 'react';
import { query, useQuery } from '@/src/panel/data/stored-data';
import { useStable } from '@/src/panel/kit/use-stable';
import type { Message } from '@/src/schema/message';
import type { ChatView, MessageBatch } from '@/src/store/queries';

/**
 * Maximum number of messages shown before the newest batch. Beyond it, the messages farthest from the reading position are
 * removed.
 */
const MAX_MESSAGES = 300;

/** Number of messages that are removed together. */
const LEAVING = 120;

/** A part of the conversation before the newest batch, by positions; `to` is exclusive. */
interface Range {
  /** The `followKey` at the time when the user asked for this part. */
  followKey: string;
  from: number;
  to: number;
}

/** The messages of a conversation that are shown: the newest batch, and earlier ones as the user asks for them. */
export interface ShownMessages {
  batch: MessageBatch;
  /** True if messages after these are left out, the newest batch among them. */
  hasLater: boolean;
  showEarlier(): void;
  showLater(): void;
  /** Shows the message at this position, with those around it. */
  showAt(position: number): void;
  /** Shows the newest batch alone. */
  showNewest(): void;
}

/** A new `followKey` (see useStickToBottom) shows the conversation from its newest batch again. */
export function useShownMessages(view: ChatView, followKey: string): ShownMessages {
  const chatId = view.chat.id;
  const newest = view.start.position;
  const [wanted, setWanted] = useState<Range | null>(null);
  // Compares the key, not the start of the newest batch: after a new message the start is often the same, since a batch begins with
  // a turn.
  if (wanted !== null && wanted.followKey !== followKey) setWanted(null);
  const read = useQuery(
    async ({ chatMessages }) =>
      wanted && { range: wanted, batch: await chatMessages.between(chatId, wanted.from, wanted.to) },
    [chatId, wanted],
  );
  const earlier = wanted !== null && read?.range.followKey === followKey ? read : null;
  const hasLater = earlier !== null && earlier.range.to < newest;
  const batch = useBatchOf(view, earlier?.batch ?? null, hasLater);
  const atNewest = { from: newest, to: newest };
  /** The change that is being made; null if there is none, or the user has gone to the end of the conversation meanwhile. */
  const working = useRef<object | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // Thrown while rendering, like the error of a query that is watched: the nearest error boundary shows it.
  if (failure !== null) throw failure.error;

  /** Changes the range. One change at a time: the next range depends on the one that is shown. */
  const change = async (work: () => Promise<Omit<Range, 'followKey'> | null>) => {
    if (working.current !== null || (wanted !== null && earlier?.range !== wanted)) return;
    const own = {};
    working.current = own;
    try {
      const range = await work();
      if (range !== null && working.current === own) setWanted({ ...range, followKey });
    } catch (error) {
      setFailure({ error });
    } finally {
      if (working.current === own) working.current = null;
    }
  };

  const showNewest = () => {
    working.current = null;
    setWanted(null);
  };

  return {
    batch,
    hasLater,
    showEarlier: useStable(() => {
      void change(async () => {
        const range = earlier === null ? atNewest : earlier.range;
        const from = await query(({ chatMessages }) => chatMessages.startOfBatchBefore(chatId, range.from));
        // At first, no batch before the newest one is shown.
        const shown = earlier?.batch.messages ?? [];
        return from === null ? null : { from, to: endWithin(shown, range.to) };
      });
    }),
    showLater: useStable(() => {
      void change(async () => {
        if (earlier === null || !hasLater) return null;
        const { from, to } = earlier.range;
        const end = await query(({ chatMessages }) => chatMessages.endOfBatchFrom(chatId, to));
        return { from: beginWithin(earlier.batch.messages, from), to: Math.min(end, newest) };
      });
    }),
    showAt: useStable((position: number) => {
      if (position >= newest) {
        if (hasLater) showNewest();
        return;
      }
      const shown = wanted === null ? atNewest : wanted;
      if (position >= shown.from && position < shown.to) return;
      void change(async () => {
        const end = await query(({ chatMessages }) => chatMessages.endOfBatchFrom(chatId, position));
        const from = await query(({ chatMessages }) => chatMessages.startOfBatchBefore(chatId, position));
        // The first message has no batch before it.
        return { from: from === null ? position : from, to: Math.min(end, newest) };
      });
    }),
    showNewest: useStable(showNewest),
  };
}

/** Messages that are shown: the earlier ones, and those of the newest batch unless there is a gap between them. */
function useBatchOf(view: ChatView, earlier: MessageBatch | null, hasLater: boolean): MessageBatch {
  return useMemo(() => {
    if (earlier === null) return view;
    if (hasLater) return earlier;
    return {
      ...earlier,
      messages: [...earlier.messages, ...view.messages],
      executions: [...earlier.executions, ...view.executions],
      unanswered: [...earlier.unanswered, ...view.unanswered],
    };
  }, [view, earlier, hasLater]);
}

/** End of a range that gets another batch at its start: drops the last messages if there are too many. */
function endWithin(messages: readonly Message[], to: number): number {
  if (messages.length <= MAX_MESSAGES) return to;
  // Results stay with their calls.
  const next = messages.find(({ role }, index) => index >= messages.length - LEAVING && role !== 'tool');
  return next?.position ?? to;
}

/** Start of a range that gets another batch at its end: drops the first messages if there are too many. */
function beginWithin(messages: readonly Message[], from: number): number {
  if (messages.length <= MAX_MESSAGES) return from;
  const next = messages.find(({ role }, index) => index >= LEAVING && role !== 'tool');
  return next?.position ?? from;
}
