import { strToU8, zip } from 'fflate';
import { changeSetFiles } from '@/src/core/logging/change-sets';
import { payloadLines, payloadsFileName } from '@/src/core/logging/payload-lines';
import type { RecordedSession } from '@/src/core/logging/recorded-session';
import { toolCallsFileName, toolCallsMarkdown } from '@/src/core/logging/tool-calls-markdown';

/** The session log as one zip: the timeline of payloads, the record of calls, and a file for each set of changes. */
export function sessionZip(record: RecordedSession, nowMs: number): Promise<Uint8Array<ArrayBuffer>> {
  const files = {
    [payloadsFileName(nowMs)]: strToU8(payloadLines(record.payloads)),
    [toolCallsFileName(nowMs)]: strToU8(toolCallsMarkdown(record, nowMs)),
    ...Object.fromEntries(changeSetFiles(record).map(({ name, text }) => [name, strToU8(text)])),
  };
  return new Promise((resolve, reject) => {
    zip(files, (error, bytes) => {
      if (error === null) resolve(new Uint8Array(bytes));
      else reject(error);
    });
  });
}
