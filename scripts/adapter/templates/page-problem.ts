import { StewardError } from '@/src/core/errors';
import { type Said, say } from '@/src/schema/values/said';

/** Facts about a problem of the page. */
interface PageFacts {
  /** In English, for the log and for the model. */
  details: string;
  /** The page's own sentence about it, which the user reads too. */
  reason?: string | null;
  /** Status with which the page's server answered. */
  status?: number;
}

/** The error for a page that can't be read (`page-protocol`) or that refuses a change (`state-refused`). A text is the details. */
export function pageProblem(
  code: 'page-protocol' | 'state-refused',
  facts: string | PageFacts,
): StewardError {
  const { details, reason, status } = typeof facts === 'string' ? { details: facts } : facts;
  const { problem, remedy } = textsFor(code, status);
  const said =
    typeof reason === 'string' ? say('template-adapter.error.withReason', { problem, reason }) : problem;
  return new StewardError(code, said, { remedy, details });
}

/** The texts for a problem. Both statuses hold whatever was requested: 401 without a session, 403 without the permission. */
function textsFor(code: string, status: number | undefined): { problem: Said; remedy: Said } {
  if (status === 401) {
    return {
      problem: say('template-adapter.error.signedOut'),
      remedy: say('template-adapter.error.signedOutRemedy'),
    };
  }
  if (status === 403) {
    return {
      problem: say('template-adapter.error.forbidden'),
      remedy: say('template-adapter.error.forbiddenRemedy'),
    };
  }
  if (code === 'state-refused') {
    return {
      problem: say('template-adapter.error.refused'),
      remedy: say('template-adapter.error.refusedRemedy'),
    };
  }
  return {
    problem: say('template-adapter.error.unreadable'),
    remedy: say('template-adapter.error.unreadableRemedy'),
  };
}
