import { hashJson } from '@/src/core/hash';
import type { StateDifference } from '@/src/schema/change';
import { type Said, say } from '@/src/schema/values/said';
import { pairsByKey } from '../kit/pairs-by-key';
import type { AnyPageContext } from './any-page-context';

/** The state that a write to a page's tool is checked against. It is only compared; nothing restores it. */
export type AnyPageState = Pick<AnyPageContext, 'visit' | 'address' | 'title'> & {
  /** A hash of each section's content. */
  sections: { key: string; hash: string }[];
};

/**
 * A time of day with seconds, but not a piece of a longer sequence such as a MAC address. Ignoring it keeps a ticking
 * clock from invalidating approvals.
 */
const CLOCK_TIME = /(?<![\p{L}\p{N}.:])(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?![\p{L}\p{N}:]|\.[\p{L}\p{N}])/gu;

/**
 * The state of a page: its URL, its title and hashes of its content. Its tools are not included; they are compared by
 * their declarations.
 */
export function stateOfPage(page: Omit<AnyPageContext, 'tools' | 'toolsLeftOut'>): AnyPageState {
  const { visit, address, title, sections } = page;
  const hashed = sections.map((section) => {
    const text = section.text.map((line) => line.replace(CLOCK_TIME, ':'));
    return { key: section.key, hash: hashJson({ ...section, text }) };
  });
  return { visit, address, title, sections: hashed };
}

/** The differences between two states. After a navigation everything may differ, so the result is one difference. */
export function diffState(from: AnyPageState, to: AnyPageState): StateDifference[] {
  const modified = (text: Said): StateDifference => ({ kind: 'modified', text });
  if (from.visit !== to.visit) {
    const now = { title: JSON.stringify(to.title), address: to.address };
    return [
      modified(
        from.address === to.address
          ? say('any-page.difference.loadedAgain', now)
          : say('any-page.difference.otherPage', now),
      ),
    ];
  }
  const title =
    from.title === to.title
      ? []
      : [modified(say('any-page.difference.title', { title: JSON.stringify(to.title) }))];
  const sections = pairsByKey(hashes(from), hashes(to)).flatMap(({ key, from, to }): StateDifference[] => {
    const text = say('any-page.difference.section', { section: key });
    if (from === undefined) return [{ kind: 'added', text }];
    if (to === undefined) return [{ kind: 'removed', text }];
    return from === to ? [] : [modified(text)];
  });
  return [...title, ...sections];
}

function hashes({ sections }: AnyPageState): Map<string, string> {
  return new Map(sections.map(({ key, hash }) => [key, hash]));
}
