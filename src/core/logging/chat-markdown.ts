import type { Message, ToolCall, ToolMessage } from '@/src/schema/message';
import { assertNever } from '../assert-never';
import { conversation } from '../records/message';
import { english } from '../text/english';
import { codeBlock, inertMarkdown, inlineCode } from './inert-markdown';

interface ExportedText {
  title: string;
  /** The page with its host; null if there is none. */
  page: string | null;
  messages: readonly Message[];
}

/**
 * A chat as Markdown, for reading: messages, calls with their results, and summaries, in order. Texts of user and model are
 * quoted with their Markdown, except for anything that a viewer would load; texts of tools and pages are in code spans and blocks.
 */
export function chatMarkdown({ title, page, messages }: ExportedText, exportedAtMs: number): string {
  const kept = conversation(messages);
  const results = new Map(
    kept.flatMap((entry) => (entry.role === 'tool' ? [[entry.executionId, entry]] : [])),
  );
  const parts = [
    `# ${inlineCode(title)}`,
    `${page === null ? '' : `About ${inlineCode(page)}. `}Exported ${time(exportedAtMs)}.`,
    ...kept.flatMap((entry) => sections(entry, results)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function sections(message: Message, results: ReadonlyMap<string, ToolMessage>): string[] {
  switch (message.role) {
    case 'user':
      return [
        heading('You', message),
        quoted(message.content),
        ...(message.images ?? []).map(({ name }) => `*Image:* ${inlineCode(name)}`),
        ...(message.parts ?? []).flatMap(({ mention, text, page }) =>
          page === undefined || text === null
            ? []
            : [`*${mention}, quoted from* ${inlineCode(page)}:`, codeBlock(text, 'text')],
        ),
      ];
    case 'assistant':
      return [
        heading(`Assistant, ${inlineCode(message.model)}`, message),
        ...(message.content.trim() === '' ? [] : [quoted(message.content)]),
        ...message.toolCalls.flatMap((call) => callParts(call, results.get(call.executionId) ?? null)),
      ];
    case 'partial-answer':
      return [
        heading(`Assistant, ${inlineCode(message.model)}, broke off`, message),
        quoted(message.content),
      ];
    case 'system':
      return [
        heading(`Event from ${inlineCode(message.sender?.title ?? message.scope)}`, message),
        codeBlock(message.content, 'text'),
      ];
    case 'summary':
      return message.state === 'draft'
        ? []
        : [heading('Summary of everything before', message), quoted(message.content)];
    case 'rollback':
      return [`*Rolled back or undone:* ${inlineCode(english(message.description))}`];
    case 'tool':
    case 'accounting':
    case 'title':
    case 'system-title':
    case 'system-summary':
      return [];
    default:
      return assertNever(message);
  }
}

function callParts(call: ToolCall, result: ToolMessage | null): string[] {
  const outcome = result === null ? 'no result' : result.result.success ? 'succeeded' : 'failed';
  return [
    `Call of ${inlineCode(call.name)}, ${outcome}:`,
    codeBlock(call.argumentsText, 'json'),
    ...(result === null ? [] : [codeBlock(result.result.message, 'text')]),
  ];
}

/** Formats a text as a quotation, so that a heading in it is no heading of the document. */
function quoted(text: string): string {
  return inertMarkdown(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

function heading(who: string, { createdAtMs }: Message): string {
  return `## ${who} · ${time(createdAtMs)}`;
}

function time(atMs: number): string {
  return new Date(atMs).toISOString();
}
