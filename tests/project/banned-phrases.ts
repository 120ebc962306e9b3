import type { Prose } from './prose';

/** A phrasing that docs/style.md bans. */
export interface BannedPhrase {
  /** As docs/style.md lists it. */
  phrase: string;
  pattern: RegExp;
  /** Words to use instead. */
  instead: string;
}

/**
 * The table of docs/style.md. Only phrasings that have no ordinary use in these sources: what is wrong in some sentences
 * and right in others ("behind", "stands", "asks") is left to the reviewer.
 */
export const BANNED_PHRASES: readonly BannedPhrase[] = [
  { phrase: 'person', pattern: /\bpersons?\b/i, instead: 'user' },
  { phrase: 'untold', pattern: /\buntold\b/i, instead: 'unreported' },
  {
    phrase: 'is told',
    pattern: /\b(is|are|was|were|be|been|being) told\b/i,
    instead: 'receives, gets, reads',
  },
  { phrase: 'get to know', pattern: /\b(get|gets|got|getting) to know\b/i, instead: 'receive, learn of' },
  { phrase: 'mend', pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix, repair' },
  { phrase: 'take up', pattern: /\b(take|takes|took|taken|taking) up\b/i, instead: 'recover, start, resume' },
  { phrase: 'let go', pattern: /\b(let|lets|letting) go\b/i, instead: 'release, delete, let … continue' },
  {
    phrase: 'put back',
    pattern: /\b(put|puts|putting) (it |them |the page )?back\b/i,
    instead: 'restore',
  },
  { phrase: 'look again', pattern: /\blook(s|ed|ing)? again\b/i, instead: 'check again, read again' },
  { phrase: 'anew', pattern: /\banew\b/i, instead: 'again, once more' },
  {
    phrase: 'what it comes to',
    pattern: /\bwhat\b[^.;:?!]{0,50} (come|comes|came|coming) to\b/i,
    instead: 'result, effect, outcome',
  },
  {
    phrase: 'come to nothing',
    pattern: /\b(come|comes|came|coming) to nothing\b/i,
    instead: 'have no effect',
  },
  { phrase: 'go by', pattern: /\b(go|goes|going|went|gone) by\b/i, instead: 'follow, use, apply' },
  { phrase: 'as it goes', pattern: /\bas it goes\b/i, instead: 'while it runs' },
  { phrase: 'put down to', pattern: /\bput(s|ting)? down to\b/i, instead: 'attributed to' },
  { phrase: 'have one’s way', pattern: /\b(has|have|had) (its|their|his|her) way\b/i, instead: 'choose' },
  { phrase: 'whose word', pattern: /\bwhose word\b/i, instead: 'permission, authorization' },
  { phrase: 'own word', pattern: /\bown word\b/i, instead: 'setting, answer' },
  { phrase: 'words stand above', pattern: /\bwords? stands? above\b/i, instead: 'see its output above' },
  { phrase: 'the telling', pattern: /\b(a|the) telling\b/i, instead: 'report' },
  { phrase: 'the putting back', pattern: /\bthe putting\b/i, instead: 'restore, undo' },
  { phrase: 'born', pattern: /\bborn\b/i, instead: 'started, restarted' },
  { phrase: 'awake', pattern: /\bawake\b/i, instead: 'running' },
  { phrase: 'burnt', pattern: /\bburnt\b/i, instead: 'consumed' },
  { phrase: 'token office', pattern: /\btoken office\b/i, instead: 'write tokens' },
  { phrase: 'consent desk', pattern: /\bconsent desk\b/i, instead: 'user consent' },
  { phrase: 'obstacle', pattern: /\bobstacles?\b/i, instead: 'undo blocker' },
  { phrase: 'sum up this page', pattern: /\bsums? up this page\b/i, instead: 'summarize this page' },
  { phrase: 'ledger', pattern: /\bledger\b/i, instead: 'the reason in words' },
  { phrase: 'A-123', pattern: /\b[A-E]-\d{3}\b/, instead: 'the reason in words' },
  { phrase: 'conflict 12', pattern: /\bconflicts? \d+\b/i, instead: 'the reason in words' },
  { phrase: 'issue 12', pattern: /\bissues? \d+\b/i, instead: 'the reason in words' },
  { phrase: 'design.md §', pattern: /\bdesign(\.md)? ?§|\bdesign\.md\b/i, instead: 'the reason in words' },
];

/** Words with which no doc comment starts: it starts with a noun, a verb or "True if". */
const OPENING_CLAUSE = /^(Whether|What|Who|Whose|Whom|Where|How|Why)\b/;

/** Texts that are stored or matched as they are, so that they can't be reworded: whole strings, with the reason. */
const EXEMPT_STRINGS: ReadonlyMap<string, string> = new Map([
  ['Checkpoints let go', 'the title of an accounting row in version 2 of the database'],
  ['Unsaved changes put back', 'likewise'],
]);

/** The prose of files by their path from the repository's root. */
type ProseByPath = ReadonlyMap<string, readonly Prose[]>;

/** Each banned phrasing in these files, as `path:line "words" (kind): write …`. */
export function findBannedPhrases(files: ProseByPath): string[] {
  return find(files, ({ kind, text }) =>
    kind === 'string' && EXEMPT_STRINGS.has(text)
      ? []
      : BANNED_PHRASES.flatMap(({ pattern, instead }) => {
          const words = pattern.exec(text)?.[0];
          return words === undefined ? [] : [{ words, instead }];
        }),
  );
}

/** Each doc comment in these files that starts with a clause. */
export function findOpeningClauses(files: ProseByPath): string[] {
  return find(files, ({ kind, text }) => {
    const words = kind === 'doc comment' ? OPENING_CLAUSE.exec(text)?.[0] : undefined;
    return words === undefined ? [] : [{ words, instead: 'a noun, a verb, or “True if …”' }];
  });
}

function find(files: ProseByPath, match: (prose: Prose) => { words: string; instead: string }[]): string[] {
  return [...files].flatMap(([path, prose]) =>
    prose.flatMap((one) =>
      match(one).map(
        ({ words, instead }) => `${path}:${one.line} "${words}" (${one.kind}): write ${instead}`,
      ),
    ),
  );
}
