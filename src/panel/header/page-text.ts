import { assertNever } from '@/src/core/assert-never';
import type { PageStatus } from '@/src/messages/commands';

/** A page's status as text. */
export interface PageText {
  /** One line, for the header. */
  line: string;
  /** The whole sentence that the line is a short form of; null if the line says it. */
  problem: string | null;
  /** True if the page has unsaved changes. */
  isUnsaved: boolean;
  /** The next step for the user; null if nothing is needed. */
  remedy: string | null;
  tone: 'plain' | 'waiting' | 'gone';
}

/** The status text of a page; of a connected one, e.g. `Model filter · openai, 45 models, 7 hidden`. */
export function pageText(page: PageStatus): PageText {
  switch (page.state) {
    case 'connected': {
      const { title, facts, unsaved } = page.line;
      const line = facts.length === 0 ? title : `${title} · ${facts.join(', ')}`;
      return { line, problem: null, isUnsaved: unsaved, remedy: null, tone: 'plain' };
    }
    case 'unknown':
      return {
        line: 'Steward does not support this page.',
        problem: null,
        isUnsaved: false,
        remedy: `Open one of the pages that it supports: ${page.supported.join(', ')}.`,
        tone: 'waiting',
      };
    case 'not-allowed':
      return {
        line: 'Steward has no access to this page yet.',
        problem: null,
        isUnsaved: false,
        remedy:
          'Click Steward’s toolbar button on that page. “Always on this site” keeps it on after a reload.',
        tone: 'waiting',
      };
    case 'out-of-reach':
      return {
        line: 'The browser does not allow extensions on this page.',
        problem: null,
        isUnsaved: false,
        remedy: 'Go to your admin page and click Steward’s toolbar button there.',
        tone: 'waiting',
      };
    case 'key-needed':
    case 'incompatible':
      return {
        line: page.message,
        problem: null,
        isUnsaved: false,
        remedy: page.remedy,
        tone: 'waiting',
      };
    case 'silent':
      return {
        line: 'The page does not answer.',
        problem: null,
        isUnsaved: false,
        remedy: 'Close any dialog that the page shows, or reload the page.',
        tone: 'waiting',
      };
    case 'off':
      return {
        line:
          page.scope === 'everywhere'
            ? 'Steward is switched off everywhere.'
            : 'Steward is switched off on this site.',
        problem: null,
        isUnsaved: false,
        remedy: 'Switch it on to work with the page.',
        tone: 'waiting',
      };
    case 'gone':
      return {
        line: 'Page closed',
        problem: 'The page of this chat is closed.',
        isUnsaved: false,
        remedy: 'Open it again, then choose “Try again”.',
        tone: 'gone',
      };
    case 'unbound':
      return {
        line: 'No page',
        problem: 'This chat is about no page.',
        isUnsaved: false,
        remedy: 'To go on with it, bring its page to the front.',
        tone: 'gone',
      };
    default:
      return assertNever(page);
  }
}
