import { assertNever } from '@/src/core/assert-never';
import { MarkdownText } from '../markdown/markdown-text';
import { AccountingRow } from './accounting-row';
import type { ConversationItem } from './conversation-items';
import { RollbackRow } from './rollback-row';
import { ThinkingBlock } from './thinking-block';
import { ToolCard } from './tool-card';
import { UserMessage } from './user-message';

/** One item of the conversation, each kind with its own renderer. */
export function ConversationEntry({ item }: { item: ConversationItem }) {
  switch (item.kind) {
    case 'user':
      return <UserMessage text={item.text} createdAtMs={item.createdAtMs} changes={item.changes} />;
    case 'thinking':
      return <ThinkingBlock text={item.text} isStreaming={item.isStreaming} durationMs={item.durationMs} />;
    case 'answer':
      return <MarkdownText text={item.text} />;
    case 'tool':
      return <ToolCard card={item.card} />;
    case 'note':
      return <p className="note secondary">{item.text}</p>;
    case 'rollback':
      return <RollbackRow message={item.message} />;
    case 'accounting':
      return <AccountingRow message={item.message} />;
    default:
      return assertNever(item);
  }
}
