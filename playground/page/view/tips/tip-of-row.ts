import type { PageState } from '../../state/page-state';
import { modelTip, ruleTip, type Tip } from './tip-text';

/** What there is to say about a row; null when its rule or model is gone. */
export function tipOfRow(state: PageState, row: HTMLElement): Tip | null {
  const { model, rule, kind } = row.dataset;
  if (model !== undefined) return modelTip(state, model);
  return rule !== undefined && (kind === 'ignore' || kind === 'whitelist')
    ? ruleTip(state, kind, rule)
    : null;
}
