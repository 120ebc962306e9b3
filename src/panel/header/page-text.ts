import type { PageStatus } from '@/src/messages/page-status';
import { type Said, say, type TextKey } from '@/src/schema/values/said';

export interface PageText {
  /** One line, for the header. */
  line: Said;
  /** Full sentence, if the line is only its short form; null if the line is complete. */
  problem: Said | null;
  /** The next step for the user; null if nothing is needed. */
  remedy: Said | null;
  tone: 'plain' | 'waiting' | 'gone';
}

/** Text between the parts of the line. */
export const SEPARATOR = ' · ';

/** Texts for those states of a page whose status has no message. */
const TEXTS = {
  unknown: { line: 'header.status.notReady', remedy: 'header.status.notReadyRemedy' },
  'not-allowed': { line: 'header.status.notAllowed', remedy: 'header.status.notAllowedRemedy' },
  'out-of-reach': { line: 'header.status.outOfReach', remedy: 'header.status.outOfReachRemedy' },
  silent: { line: 'header.status.silent', remedy: 'header.status.silentRemedy' },
  everywhere: { line: 'header.status.offEverywhere', remedy: 'header.status.offRemedy' },
  managed: { line: 'header.status.offManaged', problem: 'error.managed.page', remedy: 'remedy.managed' },
  site: { line: 'header.status.offOnSite', remedy: 'header.status.offRemedy' },
  gone: {
    line: 'header.status.goneLine',
    problem: 'header.status.gone',
    remedy: 'header.status.goneRemedy',
  },
  unbound: {
    line: 'header.status.unboundLine',
    problem: 'header.status.unbound',
    remedy: 'header.status.unboundRemedy',
  },
} as const satisfies Record<string, { line: TextKey; problem?: TextKey; remedy: TextKey }>;

/** The status text of a page. For a connected page, the line is only the title; `PageLineView` adds the facts. */
export function pageText(page: PageStatus): PageText {
  if (page.state === 'connected') {
    return { line: page.line.title, problem: null, remedy: null, tone: 'plain' };
  }
  if (page.state === 'key-needed' || page.state === 'incompatible') {
    return { line: page.message, problem: null, remedy: page.remedy, tone: 'waiting' };
  }
  const texts = TEXTS[page.state === 'off' ? page.scope : page.state];
  return {
    line: say(texts.line),
    problem: 'problem' in texts ? say(texts.problem) : null,
    remedy: say(texts.remedy),
    tone: 'problem' in texts ? 'gone' : 'waiting',
  };
}
