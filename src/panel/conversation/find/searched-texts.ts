import { assertNever } from '@/src/core/assert-never';
import { plainText } from '@/src/panel/kit/text/plain-text';
import type { Message } from '@/src/schema/message';
import type { JsonObject } from '@/src/schema/values/json';
import { valueText } from '../tool-data';

/** A searchable text of a message. */
export interface SearchedText {
  /** The key of the entry that shows the text. A tool's result is shown in the entry of its call. */
  key: string;
  /** The position of the message that the entry belongs to. */
  position: number;
  text: string;
}

/** Entries of calls, by execution id. */
export type CallEntries = Map<string, Pick<SearchedText, 'key' | 'position'>>;

/**
 * Texts that the conversation shows of a message. Adds the calls of an answer to `calls`, in which their results find the entry.
 */
export function searchedTexts(message: Message, calls: CallEntries): SearchedText[] {
  const { id, position } = message;
  switch (message.role) {
    case 'user':
    case 'system':
    case 'title':
      return [{ key: id, position, text: message.content }];
    case 'partial-answer':
      return [{ key: `${id}:answer`, position, text: shownText(message.content) }];
    case 'summary':
      return [{ key: id, position, text: shownText(message.content) }];
    case 'assistant': {
      const made = message.toolCalls.map(({ executionId, name, argumentsText }, index) => {
        const entry = { key: `${id}:call:${index}`, position };
        calls.set(executionId, entry);
        return { ...entry, text: `${name}\n${argumentsText}` };
      });
      return [
        { key: `${id}:thinking`, position, text: message.reasoning },
        { key: `${id}:answer`, position, text: shownText(message.content) },
        ...made,
      ];
    }
    case 'tool': {
      const call = calls.get(message.executionId);
      const { message: said, data } = message.result;
      return call === undefined ? [] : [{ ...call, text: `${said}\n${dataText(data)}` }];
    }
    case 'rollback':
      return [{ key: id, position, text: message.description }];
    case 'accounting':
    case 'system-title':
    case 'system-summary':
      return [];
    default:
      return assertNever(message);
  }
}

/** A fenced block of code. At the end of the text, the closing fence may be missing. */
const FENCED =
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})[^`\n]*\n([\s\S]*?)(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;

/** A table row. A bar within a cell is escaped, even in code. */
const ROW = /^[ \t>]*\|.*$/gm;

/** Text that is shown of an answer: code as it is, other text without Markdown syntax. */
function shownText(markdown: string): string {
  let shown = '';
  let at = 0;
  for (const { 0: block, 2: code = '', index } of markdown.matchAll(FENCED)) {
    shown += inlineText(markdown.slice(at, index)) + code;
    at = index + block.length;
  }
  return shown + inlineText(markdown.slice(at));
}

function inlineText(markdown: string): string {
  return plainText(markdown.replace(ROW, (row) => row.replaceAll('\\|', '|')));
}

function dataText(data: JsonObject | undefined): string {
  if (data === undefined) return '';
  return Object.entries(data)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}\n${valueText(value)}`)
    .join('\n');
}
