import { fileStamp } from './file-names';
import { codeBlock, inlineCode } from './inert-markdown';
import type { RecordedCall } from './recorded-calls';

/**
 * Exports the tool calls of a chat with their exact output as Markdown. All text by model or page is in code spans and blocks, so it
 * can't act as Markdown.
 */
export function toolCallsMarkdown(
  { title, calls }: { title: string; calls: readonly RecordedCall[] },
  exportedAtMs: number,
): string {
  return `${[
    '# Tool calls',
    `Chat: ${inlineCode(title)}`,
    `Exported ${time(exportedAtMs)}. ${countText(calls.length)}`,
    ...calls.map(callSection),
  ].join('\n\n')}\n`;
}

/** Name of the exported file, such as `toolcalls_20251120T143215Z.md`. */
export function toolCallsFileName(atMs: number): string {
  return `toolcalls_${fileStamp(atMs)}.md`;
}

function callSection(call: RecordedCall, index: number): string {
  const { result, pageUpdate } = call;
  return [
    `## ${index + 1}. ${inlineCode(call.tool)}`,
    `Made ${time(call.atMs)} by ${inlineCode(call.model)}. ${outcomeText(call)}${call.isSetAside ? ' Set aside by a rollback.' : ''}`,
    'Arguments:',
    codeBlock(call.arguments, 'json'),
    ...(result === null ? [] : ['Output:', codeBlock(JSON.stringify(result, null, 2), 'json')]),
    ...(pageUpdate === null ? [] : ['Sent with it, about the page:', codeBlock(pageUpdate, 'text')]),
    ...(call.before === null ? [] : stateSections(call.before, call.after)),
  ].join('\n\n');
}

type RecordedPage = NonNullable<RecordedCall['before']>;

function stateSections(before: RecordedPage, after: RecordedPage | null): string[] {
  return [
    ...stateSection('Page before', before),
    ...(after === null ? ['Page after: unknown, or not changed.'] : stateSection('Page after', after)),
  ];
}

function stateSection(label: string, { stateHash, state }: RecordedPage): string[] {
  const text = `${label} (state ${inlineCode(stateHash)})`;
  return state === null
    ? [`${text}: not stored.`]
    : [`${text}:`, codeBlock(JSON.stringify(state, null, 2), 'json')];
}

function outcomeText({ result, durationMs }: RecordedCall): string {
  if (result === null) return 'No result.';
  const { success, error_code } = result;
  const code = error_code === undefined ? '' : ` with ${inlineCode(error_code)}`;
  return `${success ? 'Succeeded' : `Failed${code}`} in ${durationMs} ms.`;
}

function countText(count: number): string {
  if (count === 0) return 'No tool was called.';
  return count === 1 ? '1 call.' : `${count} calls, in the order in which the model made them.`;
}

function time(atMs: number): string {
  return new Date(atMs).toISOString();
}
