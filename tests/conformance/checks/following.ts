import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type Json } from '@/src/schema/values/json';
import type { OpenedPage } from '../open-page';
import { samplesOf } from '../subject';
import type { Check } from './check';
import { delivered, onNewPages, showsChange } from './on-new-pages';

/** Time in which a page shows a change that it follows. */
const FOLLOWING_MS = 5_000;
/** Time in which what a page changes by itself, such as a clock, has changed. */
const IDLE_MS = 1_500;
/** Time in which a loaded page has read its data. */
const LOADING_MS = 2_000;

/** A form that still has the old values reverts a change when the user saves it. */
export const followsChanges: Check = {
  rule: 'follows',
  title: 'has a page that shows changes, or declares that the page shows them only after a reload',
  async run(subject) {
    const { definition } = subject;
    const [sample] = samplesOf(subject, ['write']);
    if (sample === undefined) return [];
    return onNewPages(subject, [sample], async (caller, _sample, opened) => {
      const { state } = await opened.kit('read');
      const first = await visibleLines(opened);
      if (!namesIn(state).some((name) => first.some((line) => line.includes(name)))) return [];
      if (!showsChange((await caller.preview(sample)).call)) return [];
      await sleep(IDLE_MS);
      const before = await visibleLines(opened);
      const moving = new Set(differing(first, before).map(withoutNumbers));
      const hasChanged = async () =>
        differing(before, await visibleLines(opened)).some((line) => !moving.has(withoutNumbers(line)));
      await caller.write(sample, delivered);
      if (await becomesTrue(hasChanged, FOLLOWING_MS)) {
        return definition.isOutdatedByChanges === true
          ? ['its page shows the change by itself: leave out isOutdatedByChanges']
          : [];
      }
      if (definition.isOutdatedByChanges === true) return [];
      await opened.reload();
      // A page that shows nothing of the change after a load either is not outdated.
      return (await becomesTrue(hasChanged, LOADING_MS))
        ? [
            'its page shows the change only once it is loaded again: declare isOutdatedByChanges, so that the user can reload it',
          ]
        : [];
    });
  },
};

async function becomesTrue(holds: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(100))
    if (await holds()) return true;
  return false;
}

/** The visible text of a page line by line, and the values of its fields. */
async function visibleLines({ runInPage }: OpenedPage): Promise<string[]> {
  return (await runInPage(`(${readVisible})()`)) as string[];
}

/** Runs in the page's own world. */
function readVisible(): string[] {
  const fields = [...document.querySelectorAll('input, select, textarea')].map((field, index) => {
    const value = field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
    return `field ${index}: ${value ? (field as HTMLInputElement).checked : (field as HTMLInputElement).value}`;
  });
  return [...document.body.innerText.split('\n'), ...fields];
}

/** The lines that only one of two lists has. */
function differing(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((line) => !other.includes(line)), ...other.filter((line) => !one.includes(line))];
}

function withoutNumbers(line: string): string {
  return line.replace(/\d+/g, '#');
}

/** Names and texts in a state: keys and strings of more than one character. */
function namesIn(state: Json): string[] {
  if (typeof state === 'string') return state.length > 1 ? [state] : [];
  if (Array.isArray(state)) return state.flatMap(namesIn);
  if (!isJsonObject(state)) return [];
  return Object.entries(state).flatMap(([name, part]) => [
    ...(name.length > 1 ? [name] : []),
    ...namesIn(part),
  ]);
}
