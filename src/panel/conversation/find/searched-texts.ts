import { assertNever } from '@/src/core/assert-never';
import { callText } from '@/src/core/tools/call-words';
import { resultText } from '@/src/panel/data/result-text';
import type { ToolWords } from '@/src/panel/data/tool-words';
import { parseArguments } from '@/src/panel/kit/text/call-line';
import { plainText } from '@/src/panel/kit/text/plain-text';
import type { Message, ToolCall, ToolMessage } from '@/src/schema/message';
import type { JsonObject } from '@/src/schema/values/json';
import { isSaidText, type Said, sentences } from '@/src/schema/values/said';
import { wordsOf as inWords } from '@/src/texts/i18n';
import { isForModel } from '../render-event';
import { headingsOf, shownResults } from '../result-views/read-result';
import { rollbackText } from '../rollback-text';
import { valueText } from '../tool-data';

/** A searchable text of a message. */
export interface SearchedText {
  /** The key of the entry that shows the text. A tool's result is shown in the entry of its call. */
  key: string;
  /** The position of the message that the entry belongs to. */
  position: number;
  text: string;
}

/** The words for the calls of a tool. */
export type WordsOf = (tool: string) => Pick<ToolWords, 'line' | 'views'>;

/** Entries of calls, by execution id. */
export type CallEntries = Map<string, Pick<SearchedText, 'key' | 'position'>>;

/**
 * Texts that the conversation shows of a message. The calls of an answer are added to `calls`, so that later results find the entry of
 * their call.
 */
export function searchedTexts(message: Message, calls: CallEntries, wordsOf: WordsOf): SearchedText[] {
  const { id, position } = message;
  switch (message.role) {
    case 'system':
      return isForModel(message) ? [] : [{ key: id, position, text: message.content }];
    case 'user':
    case 'title':
      return [{ key: id, position, text: message.content }];
    case 'partial-answer':
      return [{ key: `${id}:answer`, position, text: shownText(message.content) }];
    case 'summary':
      return [{ key: id, position, text: shownText(message.content) }];
    case 'assistant': {
      const made = message.toolCalls.map((call, index) => {
        const entry = { key: `${id}:call:${index}`, position };
        calls.set(call.executionId, entry);
        return { ...entry, text: textOfCall(call, wordsOf) };
      });
      return [
        { key: `${id}:thinking`, position, text: message.reasoning },
        { key: `${id}:answer`, position, text: shownText(message.content) },
        ...made,
      ];
    }
    case 'tool': {
      const call = calls.get(message.executionId);
      return call === undefined ? [] : [{ ...call, text: textOfResult(message, wordsOf) }];
    }
    case 'rollback': {
      const { title, state, time, moved, savedNote } = rollbackText(message);
      const line = [title, state, time].map(shownWords).join(' · ');
      return [{ key: id, position, text: `${line}\n${shownWords(sentences(moved, savedNote))}` }];
    }
    case 'accounting':
    case 'system-title':
    case 'system-summary':
      return [];
    default:
      return assertNever(message);
  }
}

/** The call's line in the words of its tool, and what unfolding the call shows: name and arguments. */
function textOfCall({ name, argumentsText }: ToolCall, wordsOf: WordsOf): string {
  const args = parseArguments(argumentsText);
  const line = args === null ? null : wordsOf(name).line(args);
  const words = args === null || line === null ? [] : [callText(line, name, args)];
  return [...words, name, argumentsText].join('\n');
}

/** The outcome at the end of the call's line, the result's messages for user and model, and its data. */
function textOfResult(toolMessage: ToolMessage, wordsOf: WordsOf): string {
  const { name, result } = toolMessage;
  const { message: told, data } = result;
  const text = shownWords(resultText(toolMessage));
  const results = data === undefined ? [] : shownResults(data, wordsOf(name).views);
  return [
    ...(results.length === 0 ? [] : [shownWords(headingsOf(results))]),
    text,
    ...(told === text ? [] : [told]),
    dataText(data),
  ].join('\n');
}

/** A fenced block of code. At the end of the text, the closing fence may be missing. */
const FENCED =
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})[^`\n]*\n([\s\S]*?)(?:^[ \t>]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;

/** A table row. A bar within a cell is escaped, even in code. */
const ROW = /^[ \t>]*\|.*$/gm;

/** The text of an answer as it is shown: code unchanged, other text without Markdown syntax. */
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
    .map(([name, value]) => `${name.replaceAll('_', ' ')}\n${shownWords(valueText(value))}`)
    .join('\n');
}

/** Only texts of the catalogue are put into words. Text from elsewhere stays unchanged, since it may be long. */
function shownWords(said: Said): string {
  return isSaidText(said) ? inWords(said) : said;
}
