import { strToU8, zip } from 'fflate';
import type { RecordedSession } from '@/src/core/logging/recorded-session';
import { sessionLogFiles } from '@/src/core/logging/session-log';

/** Packs a chat's chat log into a zip. */
export function sessionZip(session: RecordedSession, nowMs: number): Promise<Uint8Array<ArrayBuffer>> {
  const files = Object.fromEntries(
    sessionLogFiles(session, nowMs).map(({ name, text }) => [name, strToU8(text)]),
  );
  return new Promise((resolve, reject) => {
    zip(files, (error, bytes) => {
      if (error === null) resolve(new Uint8Array(bytes));
      else reject(error);
    });
  });
}
