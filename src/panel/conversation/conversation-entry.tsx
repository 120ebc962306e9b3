import type { ReactNode } from 'react';
import { assertNever } from '@/src/core/assert-never';
import { MarkdownText } from '../markdown/markdown-text';
import { AccountingRow } from './accounting-row';
import type { ConversationItem } from './conversation-item';
import { QuestionCard } from './question-card';
import { RollbackRow } from './rollback-row';
import { ThinkingBlock } from './thinking-block';
import { ToldChanges } from './told-changes';
import { ToolCard } from './tool-card';
import { UserMessage } from './user-message';

interface ConversationEntryProps {
  item: ConversationItem;
  /** Answers the assistant's question; resolves to whether the answer was taken. */
  onAnswer(text: string): Promise<boolean>;
  /** What can be done about a save that a rollback went back past; part of that rollback's row. */
  savedOffer?: ReactNode;
}

/** One item of the conversation, each kind with its own renderer. */
export function ConversationEntry({ item, onAnswer, savedOffer }: ConversationEntryProps) {
  switch (item.kind) {
    case 'user':
      return <UserMessage text={item.text} createdAtMs={item.createdAtMs} changes={item.changes} />;
    case 'thinking':
      return <ThinkingBlock text={item.text} isStreaming={item.isStreaming} durationMs={item.durationMs} />;
    case 'answer':
      return <MarkdownText text={item.text} />;
    case 'tool':
      return <ToolCard card={item.card} />;
    case 'question':
      return <QuestionCard question={item.question} onAnswer={onAnswer} />;
    case 'note':
      return (
        <div className="note secondary">
          <p>{item.text}</p>
          <ToldChanges changes={item.changes ?? []} />
        </div>
      );
    case 'rollback':
      return <RollbackRow message={item.message}>{savedOffer}</RollbackRow>;
    case 'accounting':
      return <AccountingRow message={item.message} />;
    default:
      return assertNever(item);
  }
}
