import { joinWithAnd } from '@/src/core/in-words';
import type { PreviewNote } from '@/src/schema/dry-run';
import { countOf } from '../../kit/tool-results';
import { differingProviders, unsavedProviders } from '../model-filter-context';
import type { PlannedPageChange } from './page-change';
import type { ProviderOutcome } from './visibility-outcome';

/** Notes on the saved file, the proxy's clients, the undo, and unknown effects. */
export function previewNotes(change: PlannedPageChange): PreviewNote[] {
  return [...fileNotes(change), ...wayBackNotes(change), ...unknownNotes(change)];
}

function fileNotes({ before, after, did, forClients }: PlannedPageChange): PreviewNote[] {
  const saved = differingProviders(before.saved, after.saved);
  if (saved.length > 0) {
    return [
      {
        topic: 'saved',
        text: `The file then holds other rules for ${joinWithAnd(saved)}; what it holds for other providers stays.`,
      },
      ...forClients.providers.map((outcome): PreviewNote => ({ topic: 'others', text: clientText(outcome) })),
      {
        topic: 'others',
        text: 'Some proxies apply their file only after a restart; the result of the save says so.',
      },
    ];
  }
  if (!did.change) return [];
  if (after.live === true) {
    return [
      { topic: 'others', text: 'On this page rules hold at once: the proxy’s clients see it right away.' },
    ];
  }
  const effect =
    unsavedProviders(after).length === 0
      ? 'the page then shows what it holds'
      : 'the proxy’s clients see nothing of this until it is saved';
  return [{ topic: 'saved', text: `The saved file is not touched; ${effect}.` }];
}

function clientText({ provider, newlyHidden, broughtBack }: ProviderOutcome): string {
  const vanish = newlyHidden.length === 1 ? 'vanishes' : 'vanish';
  const appear = broughtBack.length === 1 ? 'appears' : 'appear';
  const parts = [
    ...(newlyHidden.length === 0 ? [] : [`${countOf(newlyHidden.length, 'model')} ${vanish}`]),
    ...(broughtBack.length === 0 ? [] : [`${countOf(broughtBack.length, 'model')} ${appear}`]),
  ];
  const what = parts.length === 0 ? 'no model comes or goes' : joinWithAnd(parts);
  return `In what the proxy lists of ${provider}, ${what}.`;
}

function wayBackNotes({ did }: PlannedPageChange): PreviewNote[] {
  if (did.save) {
    const text =
      'Steward can’t undo a save: an earlier checkpoint restores the page’s rules, which then have to be saved again.';
    return [{ topic: 'way-back', text }];
  }
  if (!did.change) return [];
  return [{ topic: 'way-back', text: 'A checkpoint is taken first, so the change can be undone.' }];
}

function unknownNotes({ did, onPage, forClients }: PlannedPageChange): PreviewNote[] {
  const unknown = [...new Set([...onPage.unknown, ...forClients.unknown])];
  const texts = [
    ...(unknown.length === 0
      ? []
      : [`The models of ${joinWithAnd(unknown)} couldn’t be loaded, so the effect on them is unknown.`]),
    ...(did.refreshed.length === 0
      ? []
      : ['Which models are new or gone is unknown until the proxy answers.']),
  ];
  return texts.map((text) => ({ topic: 'unknown', text }));
}
