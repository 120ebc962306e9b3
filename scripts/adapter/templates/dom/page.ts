import { identityOf } from '@/src/adapters/kit/page-sign';
import { createSmallHalf } from '@/src/adapters/kit/small-half';
import type { PageHalf } from '@/src/core/adapter/page-half';
import {
  computeCall,
  restorableState,
  type TemplateAdapterContext,
  type TemplateAdapterState,
} from '../compute-call';
import { requireElement, uniqueEntries } from '../page-elements';
import { pageProblem } from '../page-problem';
import { templateAdapterSign } from '../sign';
import { pollChanges } from '../watch-page';
import { untilAtRest } from './until-at-rest';

/** An element that only these pages contain. */
const MAIN = 'main[data-page="switches"]';

/** Reads and clicks the page's own check boxes. */
export function createTemplateAdapterPage(document: Document): PageHalf {
  const main = () => requireElement(document, MAIN, HTMLElement);

  function checkBoxes() {
    const rows = [...requireElement(main(), 'ul', HTMLElement).children];
    return rows.map((row) => ({
      name: requireElement(row, '.name', HTMLElement).textContent,
      box: requireElement(row, 'input[type=checkbox]', HTMLInputElement),
      isLocked: row.hasAttribute('data-locked'),
      isUnsaved: row.classList.contains('unsaved'),
    }));
  }

  async function read(): Promise<TemplateAdapterContext> {
    if (main().ariaBusy === 'true') throw pageProblem('page-protocol', 'The page is loading.');
    const all = checkBoxes();
    return {
      switches: uniqueEntries(all.map(({ name, box }) => [name, box.checked])),
      locked: all.flatMap(({ name, isLocked }) => (isLocked ? name : [])),
      // [saved
      saved: uniqueEntries(all.map(({ name, box, isUnsaved }) => [name, box.checked !== isUnsaved])),
      // saved]
    };
  }

  /** Clicks, and waits until the page has taken or refused it. */
  async function click(element: HTMLElement, signal: AbortSignal): Promise<void> {
    element.click();
    await untilAtRest(() => main().ariaBusy !== 'true', signal);
    const refusal = requireElement(main(), '[role=alert]', HTMLElement).textContent;
    if (refusal !== '') throw pageProblem('state-refused', { details: refusal, reason: refusal });
  }

  const stateHalf = createSmallHalf<TemplateAdapterContext, TemplateAdapterState>(
    {
      id: 'template-adapter',
      read,
      restorableState,
      computeCall,
      async write({ switches }, signal) {
        for (const { name, box } of checkBoxes()) {
          if (!Object.hasOwn(switches, name)) throw pageProblem('state-refused', `${name} is new.`);
          if (box.checked !== switches[name]) await click(box, signal);
        }
      },
      // [saved
      commit: (_tool, _args, signal) => click(requireElement(main(), 'button.save', HTMLElement), signal),
      // saved]
    },
    [
      // [saved
      'save_switches',
      // saved]
    ],
  );
  return {
    ...stateHalf,
    async detect() {
      const isPage = templateAdapterSign.isIn(document) && document.querySelector(MAIN) !== null;
      return isPage ? identityOf(document, 'site') : null;
    },
    subscribe: (onChange, signal) => pollChanges(read, 500, onChange, signal),
  };
}
