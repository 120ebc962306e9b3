import type { PageState } from '../../state/page-state';
import { modelTip, ruleTip, type Tip } from './tip-text';

/** The tooltip of a row; null if its rule or model no longer exists. */
export function tipOfRow(state: PageState, row: HTMLElement): Tip | null {
  const { model, rule, kind } = row.dataset;
  if (model !== undefined) return modelTip(state, model);
  return rule !== undefined && (kind === 'ignore' || kind === 'whitelist')
    ? ruleTip(state, kind, rule)
    : null;
}
