import { assertNever } from '@/src/core/assert-never';
import type { Omission } from '@/src/core/records/sent-request';
import { spellOut } from '@/src/core/text/foreign-text';
import { count } from '../text/count';

/** An omission and its reason in words. */
export function omissionText({ what, reason, count: number, tools }: Omission): string {
  switch (reason) {
    case 'set-aside':
      return `${count(number, 'message')} that a rollback, an edit or a retry set aside`;
    case 'local':
      return `${count(number, 'row')} that only you see`;
    case 'summary':
      return `${count(number, 'message')} before the summary, which replaces them`;
    case 'tool-memory':
      return what === 'calls'
        ? `${count(number, 'call')} that tool memory forgot: ${tools.map(spellOut).join(', ')}`
        : `${count(number, 'message')} of calls that tool memory forgot`;
    case 'aged':
      return `The rest of ${count(number, 'old result')}: old results are shortened`;
    case 'trimmed':
      return `${count(number, 'message')}, the oldest ones: the request would exceed its budget`;
    case 'too-long':
      return `The rest of ${count(number, 'result')} above the chat’s limit for results`;
    case 'blank':
      return `${count(number, 'answer')} without text or calls`;
    case 'without-call':
      return `${count(number, 'result')} without a call, which endpoints refuse`;
    case 'refused-call':
      return `The long arguments of ${count(number, 'call')} without an effect`;
    case 'superseded':
      return `${count(number, 'earlier page state')}: only the newest one is sent`;
    case 'marked-part-changed':
      return 'The former place of the cache mark: messages before it are no longer sent as they were';
    case 'endpoint-refused':
      return 'The cache marks: the endpoint refuses them';
    case 'model-takes-none':
      return `${count(number, 'image')}: the chosen model is not known to take images`;
    default:
      return assertNever(reason);
  }
}
