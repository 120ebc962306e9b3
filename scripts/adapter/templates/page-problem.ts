import { StewardError } from '@/src/core/errors';
import { say } from '@/src/schema/values/said';

/** The error for a page that can't be read (`page-protocol`) or that refuses a change (`state-refused`). `details`: why, in English. */
export function pageProblem(code: 'page-protocol' | 'state-refused', details: string): StewardError {
  const isRefused = code === 'state-refused';
  return new StewardError(
    code,
    say(isRefused ? 'template-adapter.error.refused' : 'template-adapter.error.unreadable'),
    { remedy: say('template-adapter.error.remedy'), details },
  );
}
